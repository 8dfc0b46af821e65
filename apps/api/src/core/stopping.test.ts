import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { headerFaults } from '#testing/header-check.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

/** Connects to a node, lets it stop, and sends the request only then. */
async function askWhileStopping(path: string, more = '') {
  const node = await startTestApp({ works: false, besides: t })
  await node.http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((node.http.server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(node.http.server, 'connection')])
  const stopped = node.http.close()
  await new Promise(setImmediate)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  await stopped
  await node.close()
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  )
  return { statusCode: Number(first.split(' ')[1]), headers, body }
}

test.each(['/api/tenant', '/api/ready', '/api/health', '/', '/assets/main.js'])(
  'a node that stops answers %s with 502 and ends the connection, so that a proxy asks another node',
  async (path) => {
    const answer = await askWhileStopping(path)
    expect(answer.statusCode).toBe(502)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'stopping',
      message: 'Waymark is restarting. Nothing was lost. Try again in a few seconds.',
    })
    expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '1' })
    expect(headerFaults(answer, '/api/tenant', false)).toEqual([])
  },
)

test('a node that stops says so on a page to a browser that opens an address', async () => {
  const answer = await askWhileStopping('/login', 'Sec-Fetch-Mode: navigate\r\n')
  expect(answer.statusCode).toBe(502)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
  expect(answer.body).toContain('<p>Waymark is restarting.')
  expect(answer.body).toContain('<a href="/login">Try again</a>')
  expect(headerFaults(answer, '/api/tenant', false)).toEqual([])
})
