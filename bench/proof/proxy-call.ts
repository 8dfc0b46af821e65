import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Call } from './api-call.ts'

const TIMEOUT_MS = 30_000
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 256 })

/** Calls through a proxy. Returns the status, and the code of Waymark's error, or "bare" for a page of the proxy's own. */
export async function askProxy(port: number, { method = 'GET', ...call }: Call): Promise<string> {
  const { path, host = 'localhost', token, body } = call
  const bytes = Buffer.isBuffer(body) ? body : body && Buffer.from(JSON.stringify(body))
  const isJson = bytes !== body
  const sent = request({
    agent,
    method,
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    timeout: TIMEOUT_MS,
    path: `/api${path}`,
    headers: {
      host,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(bytes && {
        'content-type': isJson ? 'application/json' : 'application/octet-stream',
        'content-length': bytes.length,
      }),
    },
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => {})
  sent.end(bytes)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answer = await text(response)
    const status = String(response.statusCode)
    return response.statusCode === 200 ? status : `${status} ${codeIn(answer)}`
  } catch {
    return 'none'
  }
}

function codeIn(answer: string): string {
  try {
    return (JSON.parse(answer) as { code?: string; status?: string }).code ?? 'without a code'
  } catch {
    return 'bare'
  }
}
