import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from './errors.ts'
import { failureAnswer } from './failure-answer.ts'

const HEADERS = [
  'Connection: close',
  'Cache-Control: no-store',
  "Content-Security-Policy: default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()',
  'Referrer-Policy: no-referrer',
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
]

/** With the bytes that were read last, in which no header may begin. */
type Malformed = Error & { code?: string; rawPacket?: unknown }

/** Answers what can't be read as HTTP or arrives too slowly. Such requests bypass all hooks. */
export function answerMalformed(error: Malformed, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const id = randomUUID()
  const refusal = new ApiError('invalid-input', reasonOf(error.code))
  const headers = headersIn(error.rawPacket)
  const { type, body } = failureAnswer(refusal, { id, url: '/', headers })
  const lines = [`HTTP/1.1 ${statusOf(error.code)}`, ...HEADERS]
  lines.push(`Content-Type: ${type}`, `X-Request-Id: ${id}`)
  socket.end(
    `${[...lines, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`,
  )
}

/** What tells whether a browser opens a page. */
function headersIn(packet: unknown): IncomingHttpHeaders {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const valueOf = (name: string) => new RegExp(`\r\n${name}: *([^\r\n]*)`, 'i').exec(text)?.[1]
  const [mode, accept] = [valueOf('sec-fetch-mode'), valueOf('accept')]
  return { ...(mode && { 'sec-fetch-mode': mode }), ...(accept && { accept }) }
}

function reasonOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return 'The address or the headers of this request are too long. Use a shorter address, or delete this site’s cookies and try again.'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return 'The request took too long to arrive. Check your connection, and try again.'
  return 'The request is not valid. Check it against the API documentation.'
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return '400 Bad Request'
}
