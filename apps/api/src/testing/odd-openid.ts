import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeEach } from 'vitest'
import { startSso } from './sso-fixture.ts'
import { anOpenidVisitor, originAt, pathOf } from './sso.ts'

export type Claims = Record<string, unknown>
export type Userinfo = [status: number, type: string, body: unknown]

export const EMAIL = 'lead@harbour.example'
const { privateKey, publicKey } = await generateKeyPair('RS256')
const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }

/** An app, and an OpenID provider that a test lets answer anything. */
export async function startOddOpenid(label: string) {
  const s = await startSso(label)
  /** What the provider answers next. */
  const next = {
    claims: {} as Claims,
    userinfo: undefined as Userinfo | undefined,
    token: undefined as Claims | undefined,
    status: 200,
    /** Instead of, or within, its configuration. */
    configuration: undefined as Userinfo | undefined,
    metadata: {} as Claims,
    /** What its key says instead, and what it answers at a path. */
    key: {} as Claims,
    /** The id token’s, or of a signed answer of userinfo. */
    alg: 'RS256',
    instead: {} as Record<string, Userinfo>,
    nonce: '',
  }
  beforeEach(async () => {
    Object.assign(next, { claims: {}, userinfo: undefined, token: undefined, status: 200 })
    Object.assign(next, {
      configuration: undefined,
      metadata: {},
      key: {},
      instead: {},
      alg: 'RS256',
    })
    await s.connect({}, { issuer })
  })

  const server = createServer(
    (request, response) => void answer(request.url ?? '', response),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  async function answer(path: string, response: ServerResponse) {
    const send = (status: number, type: string, body: unknown) => {
      if (status === 0) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 99 })
        return response.write('{', () => response.destroy())
      }
      return response
        .writeHead(status, { 'content-type': type })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const json = (body: unknown) => send(200, 'application/json', body)
    const instead = path === '/userinfo' ? next.userinfo : next.instead[path]
    if (instead) return send(...instead)
    if (path === '/jwks') return json({ keys: [{ ...key, ...next.key }] })
    if (path === '/token')
      return send(next.status, 'application/json', {
        ...(next.status === 200 && {
          access_token: 'at',
          token_type: 'Bearer',
          id_token: await idToken(),
        }),
        ...next.token,
      })
    if (next.configuration) return send(...next.configuration)
    return json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...(next.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      ...next.metadata,
    })
  }

  async function idToken() {
    const iat = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: 'waymark-server', sub: 'sub', iat, exp: iat + 300 }
    const claims = { ...usual, nonce: next.nonce, email: EMAIL, name: 'Lead', ...next.claims }
    return await sign(claims)
  }

  async function sign(claims: Claims) {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey)
    const header = Buffer.from(JSON.stringify({ alg: next.alg, kid: 'k' })).toString('base64url')
    return next.alg === 'RS256' ? token : token.replace(/^[^.]+/, header)
  }

  async function signIn(query: Record<string, string> = { code: 'c' }) {
    const visitor = anOpenidVisitor(s.t, s.tenant)
    const away = await visitor.open(`${originAt(s.tenant)}/api/auth/sso/harbour.example/start`)
    if (away.pathname === '/auth/sso/callback') return pathOf(away)
    next.nonce = away.searchParams.get('nonce') ?? ''
    const back = new URL(away.searchParams.get('redirect_uri') ?? '')
    const state = away.searchParams.get('state') ?? ''
    for (const [name, value] of Object.entries({ state, ...query }))
      back.searchParams.set(name, value)
    return pathOf(await visitor.open(back))
  }
  const start = async () => {
    const visitor = anOpenidVisitor(s.t, s.tenant)
    return pathOf(await visitor.open(`${originAt(s.tenant)}/api/auth/sso/harbour.example/start`))
  }

  return { s, issuer, next, signIn, start, sign }
}
