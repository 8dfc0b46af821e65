import { request } from 'node:http'

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
  /** JSON, or bytes as they are. */
  body?: object
}

const BYTES = 'application/octet-stream'

/** Longer than anything that an API may take. */
const PATIENCE_MS = 30_000

/** One call to a node; undefined when no answer came. */
export function callApi(
  port: number,
  { method = 'GET', path, host = 'localhost', token, body }: Call,
): Promise<Answer | undefined> {
  const started = performance.now()
  return new Promise((resolve) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `/api${path}`,
        timeout: PATIENCE_MS,
        headers: {
          host,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': Buffer.isBuffer(body) ? BYTES : 'application/json' }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', () => resolve(undefined))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body: text,
            milliseconds: performance.now() - started,
          }),
        )
      },
    )
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(undefined))
    call.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
  })
}
