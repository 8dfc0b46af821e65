import { readEnv } from '../apps/api/src/core/env.ts'
import { LOCAL_IDP, localIdpKey } from '../apps/api/src/demo/local-idp.ts'
import { originOf } from '../apps/api/src/features/mails/address-of.ts'
import { startOidcProvider } from '../e2e/idp/oidc-provider.ts'
import { startSamlProvider } from '../e2e/idp/saml-provider.ts'
import { onStop } from './on-stop.ts'

// `npm run idp`: the identity providers that the demo is connected to, for trying single sign-on out on this machine.
const env = readEnv()
const base = env.BASE_DOMAIN
const hosts = [base, ...['harbour', 'northfield', 'admin'].map((label) => `${label}.${base}`)]
// Where Vite serves the pages during development, too.
const origins = hosts.flatMap((host) => [originOf(env, host), `http://${host}:5173`])

const openid = await startOidcProvider({
  port: LOCAL_IDP.openidPort,
  origins,
  isSalesforceLike: true,
})
const saml = await startSamlProvider({
  port: LOCAL_IDP.samlPort,
  origins,
  privateKey: await localIdpKey(env.DATA_DIR),
})
onStop(async () => {
  await openid.stop()
  await saml.stop()
})

console.log(`
  Two identity providers are running. Ctrl-C stops them.

  OpenID  ${openid.issuer}   for addresses of harbour.example
  SAML    ${saml.entryPoint}   for addresses of harbour-saml.example

  Open ${originOf(env, `harbour.${base}`)}/login and continue with single sign-on.
`)
