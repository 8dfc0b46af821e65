import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from 'api/testing/test-app'
import { callApi } from './api-call.ts'

const t = await testApp({ works: false })
const port = Number(new URL(await t.http.listen({ host: '127.0.0.1', port: 0 })).port)

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

/** What the server sends until it closes the connection. */
async function answersTo(text: string): Promise<string> {
  const socket = await open(text)
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  await once(socket, 'close')
  return received
}

test('slow requests end after 30 s and silent connections after 60 s', () => {
  const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = t.http.server
  expect(requestTimeout).toBe(30_000)
  expect(headersTimeout).toBeLessThanOrEqual(60_000)
  expect(timeout).toBe(60_000)
  expect(keepAliveTimeout).toBeLessThanOrEqual(75_000)
})

test('100 slow clients do not delay others', async () => {
  const slow = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      open(
        index % 2 === 0
          ? 'GET /api/health HTTP/1.1\r\nHost: local'
          : 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      ),
    ),
  )
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => callApi(port, { path: '/health' })),
  )
  for (const socket of slow) socket.destroy()
  expect(answers.map((answer) => answer?.status)).toEqual(Array(50).fill(200))
})

const SMUGGLED = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
test.each([
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 4'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
  ['another coding after chunks', 'Transfer-Encoding: chunked, identity'],
  ['a space before the colon', 'Transfer-Encoding : chunked'],
  ['a folded header', 'X-Any: a\r\n Transfer-Encoding: chunked'],
  ['a negative length', 'Content-Length: -1'],
])(
  'a request with %s is refused with 400 and the bytes after it are not read as a request',
  async (_, lines) => {
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}`
    const received = await answersTo(`${head}\r\n\r\n0\r\n\r\n${SMUGGLED}`)
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  },
)
