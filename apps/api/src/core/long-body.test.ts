import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import { Readable } from 'node:stream'
import { json as jsonOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { withToken } from '#testing/client.ts'
import { type TestUser, aSession, aTenant, aUser } from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { testApp } from '#testing/test-app.ts'
import { draftElementOf } from '#features/content/draft-of-file.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })

const headers = { 'content-type': 'application/json' }
const send = (payload: string) => t.as(admin).post('/content-imports', payload, { headers })
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`

const port = Number(new URL(await t.http.listen({ host: '127.0.0.1', port: 0 })).port)

async function tokenOf(user: TestUser) {
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId: await aSession(t.db, user) }
  return await t.app.tokens.sign(claims)
}

/** Starts to send a body of 20 MB. */
async function startSending(token = '', of = tenant): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  const lines = [
    'POST /api/content-imports HTTP/1.1',
    `Host: ${of.host}`,
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    'Content-Type: application/json',
    `Content-Length: ${20 * 1024 * 1024}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n{"name":"`)
  return socket
}

async function statusOf(socket: Socket) {
  const [text] = (await once(socket, 'data')) as [string]
  return text.split('\r\n')[0]
}

test('a long body is refused before it arrives if its sender is not signed in', async () => {
  const socket = await startSending()
  expect(await statusOf(socket)).toBe('HTTP/1.1 401 Unauthorized')
  // The rest is dropped, and the connection stays usable.
  socket.write(' '.repeat(20 * 1024 * 1024 - 9))
  socket.write(`GET /api/health HTTP/1.1\r\nHost: ${tenant.host}\r\n\r\n`)
  expect(await statusOf(socket)).toBe('HTTP/1.1 200 OK')
  socket.destroy()
})

const LONG = ' '.repeat(300 * 1024)

const BUSY = {
  status: 503,
  code: 'busy',
  headers: { 'retry-after': expect.stringMatching(/^\d$/) },
}
const aSender = async (of = tenant) => await aUser(t.db, { tenant: of, roles: ['admin'] })
const sendAs = (user: TestUser) => t.as(user).post('/content-imports', LONG, { headers })

/** Sends at the least speed until it is stopped, and again if it was refused. */
function keepSending(user: TestUser, of = tenant): () => void {
  let hasStopped = false
  let socket: Socket | undefined
  const start = async () => {
    socket = await startSending(await tokenOf(user), of)
    const timer = setInterval(() => socket?.write(' '.repeat(64 * 1024)), 300)
    socket.once('close', () => clearInterval(timer))
    socket.once('data', () => {
      socket?.destroy()
      if (!hasStopped) void start()
    })
    if (hasStopped) socket.destroy()
  }
  void start()
  return () => {
    hasStopped = true
    socket?.destroy()
  }
}

test('at the same time one long body of a user, two of an organisation and four of all arrive', async () => {
  const others = await Promise.all([1, 2].map(() => aTenant(t.db)))
  const stopFirst = keepSending(admin)
  await expect.poll(() => send(LONG)).toMatchObject(BUSY)
  const stops = [stopFirst, keepSending(await aSender())]
  const third = await aSender()
  await expect.poll(() => sendAs(third)).toMatchObject(BUSY)
  for (const of of others) stops.push(keepSending(await aSender(of), of))
  const fifth = await aSender(others[0])
  await expect.poll(() => sendAs(fifth)).toMatchObject(BUSY)
  stopFirst()
  await expect.poll(() => sendAs(fifth)).toMatchObject({ status: 400 })
  expect(await t.as(fifth).post('/content-sets', { title: 'Short' })).toMatchObject({ status: 200 })
  for (const stop of stops) stop()
})

test('users who may not send a long body take no place', async () => {
  const respondents = await Promise.all([1, 2, 3, 4].map(() => aUser(t.db, { tenant })))
  const sockets = []
  for (const user of respondents) sockets.push(await startSending(await tokenOf(user)))
  for (const socket of sockets) expect(await statusOf(socket)).toBe('HTTP/1.1 403 Forbidden')
  await expect.poll(() => sendAs(admin)).toMatchObject({ status: 400 })
  for (const socket of sockets) socket.destroy()
})

test('a long body that arrives too slowly is refused and gives up its place', async () => {
  const socket = await startSending(await tokenOf(admin))
  expect(await statusOf(socket)).toBe('HTTP/1.1 408 Request Timeout')
  await expect.poll(() => sendAs(admin)).toMatchObject({ status: 400 })
  socket.destroy()
})

test.each([
  ['is empty', '', 'The body is empty. Send JSON.'],
  ['is cut off', '{"name":', 'The request body is not valid JSON. Correct it and try again.'],
  [
    'is long and cut off',
    keys(100_000).slice(0, -1),
    'The request body is not valid JSON. Correct it and try again.',
  ],
])('a body for long values that %s is refused', async (_, payload, message) => {
  expect(await send(payload)).toMatchObject({
    status: 400,
    body: { code: 'invalid-input', message },
  })
})

test.each([
  ['in large parts', 1_000_000],
  ['in many small parts', 1000],
])('a long body that arrives %s without a length is read', async (_, size) => {
  const body = Buffer.from(JSON.stringify({ name: 'a.json', file: 'A'.repeat(1_000_000), y: 'é' }))
  const parts = function* partsOf() {
    for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
  }
  const call = request(`http://127.0.0.1:${port}/api/content-imports`, {
    method: 'POST',
    headers: { ...headers, host: tenant.host, ...withToken(await tokenOf(admin)) },
  })
  Readable.from(parts()).pipe(call)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(await jsonOf(answer)).toMatchObject({
    code: 'invalid-input',
    fields: { y: 'This request doesn’t accept this field' },
  })
})

test('a body beyond the limit of its endpoint is refused', async () => {
  expect(await send(' '.repeat(29 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: { code: 'too-large' },
  })
})

test('a body of more than 500,000 values is refused', async () => {
  expect(await send(`[${'0,'.repeat(600_000)}0]`)).toMatchObject({
    status: 413,
    body: {
      code: 'too-large',
      message: 'The request is too complex to read. Send less data at a time.',
    },
  })
})

test('a long body with many faults is refused with 1,000 of them', async () => {
  const { status, body } = await send(keys(100_000))
  expect([status, Object.keys((body as { fields: object }).fields).length]).toEqual([400, 1000])
})

test('a long body with a key that sets a prototype is refused', async () => {
  const answer = await send(`{"__proto__":{"x":1},${keys(30_000).slice(1)}`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
})

test('a long element is saved', async () => {
  const [part] = longSet({ elements: 1, statements: 500, responses: 5 }).elements
  const element = part && draftElementOf(part)
  expect(JSON.stringify(element).length).toBeGreaterThan(256 * 1024)
  const created = await t.as(admin).post('/content-sets', { title: 'Long' })
  const path = `/content-sets/${(created.body as { id: number }).id}/elements`
  const added = await t.as(admin).post(path, { element, after: null })
  expect(added).toMatchObject({ status: 200, body: { element } })
})

test('a body of usual size with more than 20,000 values is refused', async () => {
  const body = { emails: ['a@x.org'], roles: Array.from({ length: 30_000 }, () => 0) }
  expect(await t.as(admin).post('/invitations', body)).toMatchObject({
    status: 413,
    body: {
      code: 'too-large',
      message: 'The request has more than 20,000 values. Send fewer values at a time.',
    },
  })
})

test('a body of usual size with many faults is refused with 1,000 of them', async () => {
  const { status, body } = await t.as(admin).post('/invitations', JSON.parse(keys(5000)) as object)
  expect([status, Object.keys((body as { fields: object }).fields).length]).toEqual([400, 1000])
})
