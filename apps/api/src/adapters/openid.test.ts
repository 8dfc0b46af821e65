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

/** The id and the secret that the token endpoint receives, decoded only as HTTP says. */
async function sentWith(clientId: string, clientSecret: string): Promise<string> {
  let sent = ''
  const fetch: OutgoingFetch = async (url, init) => {
    if (url !== metadata.token_endpoint) return Response.json(metadata)
    sent = new Headers((init as RequestInit).headers).get('authorization') ?? ''
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  const callbackUrl = 'https://us.example/callback'
  const settings = { issuer, clientId, clientSecret, callbackUrl, requiredContexts: [], fetch }
  const request = { state: 'state', nonce: 'nonce', verifier: 'verifier' }
  await expect(
    finishOpenid({ ...settings, isInsecureAllowed: false }, 'code=1&state=state', request),
  ).rejects.toThrow('server responded with an error')
  return atob(sent.replace(/^Basic /, ''))
}

test('an id and a secret of letters, digits and -._~ are sent unchanged, because some providers don’t decode them', async () => {
  expect(await sentWith('way-mark_1.a~b', 'Gx-8_q.w~Z')).toBe('way-mark_1.a~b:Gx-8_q.w~Z')
})

test('other characters of an id and a secret are percent-encoded', async () => {
  expect(await sentWith('way:mark', 'a+b/c=% é')).toBe('way%3Amark:a%2Bb%2Fc%3D%25%20%C3%A9')
})
