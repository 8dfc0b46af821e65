import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBreachCheck } from './breached.ts'

const STOLEN = 'four unrelated words here'
const HASH = createHash('sha1').update(STOLEN).digest('hex').toUpperCase()

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answerWith = (body: string): Answer => {
  return (_request, response) => void response.end(body)
}

let answer: Answer
const requests: IncomingMessage[] = []
const failures: string[] = []
const server = createServer((request, response) => {
  requests.push(request)
  answer(request, response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/range`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests.length = 0
  failures.length = 0
})
const check = (password: string, url: string | undefined = base) =>
  createBreachCheck(url, (reason) => failures.push(reason))(password)

test('a breached password is found by the first five digits of its hash', async () => {
  answer = answerWith(`${'0'.repeat(35)}:4\r\n${HASH.slice(5)}:17\r\n${'F'.repeat(35)}:1`)
  expect(await check(STOLEN)).toBe(true)
  const [request] = requests
  expect(requests).toHaveLength(1)
  expect(request).toMatchObject({ method: 'GET', url: `/range/${HASH.slice(0, 5)}` })
  expect(request?.headers['add-padding']).toBe('true')
  expect(JSON.stringify([request?.url, request?.rawHeaders])).not.toContain(HASH.slice(0, 6))
})

test('a hash that is missing or only padding is not breached', async () => {
  answer = answerWith(`${'0'.repeat(35)}:4`)
  expect(await check(STOLEN)).toBe(false)
  answer = answerWith(`${HASH.slice(5)}:0`)
  expect(await check(STOLEN)).toBe(false)
  expect(failures).toEqual([])
})

test.each<[string, Answer, RegExp]>([
  ['answers 503', (_, response) => void response.writeHead(503).end(), /503/],
  ['hangs up', (request) => void request.socket.destroy(), /./],
  ['redirects', (_, to) => void to.writeHead(302, { location: '/x' }).end(), /302/],
  ['is silent', () => {}, /abort|timeout/i],
])(
  'a list that %s refuses no password, and the failure is reported within two seconds',
  async (_, how, reason) => {
    answer = how
    const started = performance.now()
    expect(await check(STOLEN)).toBe(false)
    expect(performance.now() - started).toBeLessThan(3000)
    expect(failures).toEqual([expect.stringMatching(reason)])
    expect(failures.join()).not.toContain(HASH.slice(5))
  },
)

test('without an address no request is sent', async () => {
  expect(await createBreachCheck(undefined, (reason) => failures.push(reason))(STOLEN)).toBe(false)
  expect([requests, failures]).toEqual([[], []])
})
