import { expect, test } from 'vitest'
import { finishOpenid } from './openid.ts'
import type { OutgoingFetch } from './outgoing.ts'

const issuer = 'https://idp.example'
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
}

/** Redeems a code at a token endpoint. */
async function redeem(endpoint: OutgoingFetch, clientId = 'waymark', clientSecret = 'secret') {
  const settings = { clientId, clientSecret, callbackUrl: 'https://us.example/callback' }
  const fetch: OutgoingFetch = async (url, init) =>
    url === metadata.token_endpoint ? await endpoint(url, init) : Response.json(metadata)
  await finishOpenid(
    { ...settings, issuer, requiredContexts: [], fetch, isInsecureAllowed: false },
    'code=1&state=state',
    { state: 'state', nonce: 'nonce', verifier: 'verifier', startedAt: new Date() },
  )
}

/** The id and the secret that the token endpoint receives, decoded only as HTTP says. */
async function sentWith(clientId: string, clientSecret: string): Promise<string> {
  let sent = ''
  const endpoint: OutgoingFetch = async (_, init) => {
    sent = new Headers((init as RequestInit).headers).get('authorization') ?? ''
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  await expect(redeem(endpoint, clientId, clientSecret)).rejects.toThrow(
    'refused the authorisation code: invalid_grant',
  )
  return atob(sent.replace(/^Basic /, ''))
}

test('an id and a secret of letters, digits and -._~ are sent unchanged, because some providers don’t decode them', async () => {
  expect(await sentWith('way-mark_1.a~b', 'Gx-8_q.w~Z')).toBe('way-mark_1.a~b:Gx-8_q.w~Z')
})

test('other characters of an id and a secret are percent-encoded', async () => {
  expect(await sentWith('way:mark', 'a+b/c=% é')).toBe('way%3Amark:a%2Bb%2Fc%3D%25%20%C3%A9')
})

test.each([
  ['in its body', { error: 'invalid_client' }, {}],
  ['in a header only', {}, { 'www-authenticate': 'Basic realm="IdP"' }],
])('a refusal of the client %s is named', async (_, body, headers) => {
  const refused = redeem(async () => Response.json(body, { status: 401, headers }))
  await expect(refused).rejects.toThrow('the provider refused the client ID or secret')
})
