import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Answer = {
  status: number
  retryAfter: string | undefined
  body: string
  milliseconds: number
}

export type Call = {
  method?: 'GET' | 'PUT' | 'POST'
  path: string
  host?: string
  token?: string
  /** JSON or bytes. */
  body?: object
  /** Of the body, if it is neither of these. */
  type?: string
}

/** Longer than any request of the API may take. */
const TIMEOUT_MS = 30_000

function typeOf(body: object): string {
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
}

/** Calls a node. The result is undefined if no complete answer arrives. */
export async function callApi(
  port: number,
  { method = 'GET', path, host = 'localhost', token, body, type }: Call,
): Promise<Answer | undefined> {
  const started = performance.now()
  const isBytes = Buffer.isBuffer(body)
  const headers = {
    host,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': type ?? typeOf(body) }),
  }
  const url = `http://127.0.0.1:${port}/api${path}`
  const call = request(url, { method, timeout: TIMEOUT_MS, headers })
  call.on('timeout', () => call.destroy())
  call.on('error', () => {})
  call.end(isBytes ? body : body && JSON.stringify(body))
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      body: await text(response),
      milliseconds: performance.now() - started,
    }
  } catch {
    return undefined
  }
}
