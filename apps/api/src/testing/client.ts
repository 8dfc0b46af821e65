import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'

export type Reply = {
  status: number
  /** The code of an error. */
  code: string | undefined
  body: unknown
  text: string
  bytes: Buffer
  headers: Answer['headers']
}

type Call = (options: InjectOptions & { host: string }) => Promise<Answer>
type Extra = { query?: Record<string, string>; headers?: Record<string, string> }

export type Client = ReturnType<typeof clientOf>

/** The header of a signed-in request. */
export function withToken(token: string) {
  return { authorization: `Bearer ${token}` }
}

/** Calls the API as one user at one host. Paths are relative to `/api`. */
export function clientOf(
  call: Call,
  host: string,
  readToken: () => Promise<string | undefined> = async () => undefined,
) {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    { query, headers }: Extra = {},
  ): Promise<Reply> => {
    const token = await readToken()
    const answer = await call({
      method,
      host,
      url: `/api${path}`,
      ...(query && { query }),
      ...(body !== undefined && { payload: body as object }),
      headers: { tenant: host, ...(token !== undefined && withToken(token)), ...headers },
    })
    return read(answer)
  }
  return {
    get: (path: string, extra?: Extra) => send('GET', path, undefined, extra),
    post: (path: string, body?: unknown, extra?: Extra) => send('POST', path, body, extra),
    put: (path: string, body?: unknown, extra?: Extra) => send('PUT', path, body, extra),
    patch: (path: string, body?: unknown, extra?: Extra) => send('PATCH', path, body, extra),
    delete: (path: string, extra?: Extra) => send('DELETE', path, undefined, extra),
  }
}

function read({ statusCode, headers, body: text, rawPayload: bytes }: Answer): Reply {
  const isJson = String(headers['content-type']).startsWith('application/json')
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  const code = statusCode >= 400 ? (body as { code?: string } | undefined)?.code : undefined
  return { status: statusCode, code, body, text, bytes, headers }
}

/** The XSRF cookies and header for a call that a cookie authorises. */
export async function xsrfOf(call: Call, host: string, cookie = '') {
  const { cookies } = await call({ host, url: '/api/tenant', headers: { cookie } })
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const pairs = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return { 'x-xsrf-token': token, cookie: [cookie, ...pairs].filter(Boolean).join('; ') }
}
