import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ApiError } from './errors.ts'

const HEADERS = [
  'Connection: close',
  'Content-Type: application/json; charset=utf-8',
  'Cache-Control: no-store',
  "Content-Security-Policy: default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()',
  'Referrer-Policy: no-referrer',
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
]

/** Answers what can't be read as HTTP or arrives too slowly. Such requests bypass all hooks. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const id = randomUUID()
  const refusal = new ApiError(
    'invalid-input',
    'The request is not valid. Check it against the API documentation.',
  )
  const body = JSON.stringify(refusal.body(id))
  const lines = [`HTTP/1.1 ${statusOf(error.code)}`, ...HEADERS, `X-Request-Id: ${id}`]
  socket.end(
    `${[...lines, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`,
  )
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return '400 Bad Request'
}
