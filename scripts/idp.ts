import { readEnv } from '../apps/api/src/read-env.ts'
import { StartError } from '../apps/api/src/start-error.ts'
import { LOCAL_IDP, localIdpKey } from '../apps/api/src/demo/local-idp.ts'
import { originOf } from '../apps/api/src/support/address-of.ts'
import { startOidcProvider } from '../e2e/idp/oidc-provider.ts'
import { startSamlProvider } from '../e2e/idp/saml-provider.ts'
import { onStop } from './on-stop.ts'
import { runCommand } from './run-command.ts'
import { isTakenPort } from './taken-port.ts'

const { openidPort, samlPort } = LOCAL_IDP

// `npm run idp` starts the demo's identity providers, to try single sign-on on this machine.
await runCommand(async (args, variables) => {
  if (args.includes('--help'))
    return 'npm run idp: starts an OpenID provider and a SAML provider for the demo organisations.'
  const env = readEnv(variables)
  const at = (label: string) => originOf(env, `${label}.${env.BASE_DOMAIN}`)
  const origins = [originOf(env, env.BASE_DOMAIN), ...['harbour', 'northfield', 'admin'].map(at)]
  const { openid, saml } = await start(
    // Vite serves the pages at this port during development.
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
    `Port ${openidPort} or ${samlPort} is already in use. Stop the providers or the program that is using the port.`,
  )
}

type Addresses = Record<'openid' | 'saml' | 'harbour' | 'northfield', string>

function screen({ openid, saml, harbour, northfield }: Addresses): string {
  return `
  Two identity providers are running. Press Ctrl-C to stop.

  OpenID  ${openid}
  SAML    ${saml}

  You can choose a user at each provider. Start or restart Waymark now (npm start), so that it finds the providers.
  Then open

  ${harbour}/login?mode=sso
      Enter an email address, which determines the provider
  ${harbour}/auth/sso/harbour.example
      OpenID: Plant Manager, New Colleague
  ${harbour}/auth/sso/harbour-saml.example
      SAML: Quality Lead
  ${harbour}/auth/sso/northfield.example
      OpenID with a handover to Northfield Trust: Trust Colleague
  ${harbour}/login, Continue with Salesforce
      Plant Manager. To test single flows, open ${harbour}/debug/auth-demo
  ${northfield}/login, Continue with Salesforce
      Trust Colleague. For the handover to Northfield Trust, sign out of both,
      then sign in again from ${harbour}/login

  To see a failure, choose another user or Refuse.
`
}
