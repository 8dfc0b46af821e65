import { readEnv } from '../apps/api/src/env.ts'
import { StartError } from '../apps/api/src/core/start-error.ts'
import { LOCAL_IDP, localIdpKey } from '../apps/api/src/demo/local-idp.ts'
import { originOf } from '../apps/api/src/support/address-of.ts'
import { startOidcProvider } from '../e2e/idp/oidc-provider.ts'
import { startSamlProvider } from '../e2e/idp/saml-provider.ts'
import { onStop } from './on-stop.ts'
import { runCommand } from './run-command.ts'
import { isTakenPort } from './taken-port.ts'

const { openidPort, samlPort } = LOCAL_IDP

// `npm run idp`: the identity providers that the demo is connected to, for trying single sign-on out on this machine.
await runCommand(async (_, variables) => {
  const env = readEnv(variables)
  const at = (label: string) => originOf(env, `${label}.${env.BASE_DOMAIN}`)
  const origins = [originOf(env, env.BASE_DOMAIN), ...['harbour', 'northfield', 'admin'].map(at)]
  const { openid, saml } = await start(
    // Where Vite serves the pages during development, too.
    [...origins, ...origins.map((origin) => origin.replace(/:\d+$|$/, ':5173'))],
    env.DATA_DIR,
  ).catch((error: unknown) => {
    throw isTakenPort(error) ? takenPort() : error
  })
  onStop(async () => {
    await openid.stop()
    await saml.stop()
  })
  return screen({
    openid: openid.issuer,
    saml: saml.entryPoint,
    harbour: at('harbour'),
    northfield: at('northfield'),
  })
})

async function start(origins: string[], dataDir: string) {
  const openid = await startOidcProvider({ port: openidPort, origins, isSalesforceLike: true })
  const privateKey = await localIdpKey(dataDir)
  return { openid, saml: await startSamlProvider({ port: samlPort, origins, privateKey }) }
}

function takenPort(): StartError {
  return new StartError(
    `Port ${openidPort} or ${samlPort} is already in use: the providers may be running already.`,
  )
}

type Addresses = Record<'openid' | 'saml' | 'harbour' | 'northfield', string>

function screen({ openid, saml, harbour, northfield }: Addresses): string {
  return `
  Two identity providers are running. Ctrl-C stops them.

  OpenID  ${openid}
  SAML    ${saml}

  Each asks whom to be. Start Waymark now (npm start), or anew if it runs: it offers what it finds
  at its start. Then open

  ${harbour}/login?mode=sso
      by the e-mail address, which says which provider to go to
  ${harbour}/auth/sso/harbour.example
      OpenID: Plant Manager, New Colleague
  ${harbour}/auth/sso/harbour-saml.example
      SAML: Quality Lead
  ${harbour}/auth/sso/northfield.example
      OpenID, then over to Northfield Trust: Trust Colleague
  ${harbour}/login, Continue with Salesforce
      Plant Manager; every flow of it by itself: ${harbour}/debug/auth-demo
  ${northfield}/login, Continue with Salesforce
      Trust Colleague; then sign out there and at Salesforce, and do the same from
      ${harbour}/login: over to Northfield Trust

  Anybody else, or Refuse, shows what a failure looks like.
`
}
