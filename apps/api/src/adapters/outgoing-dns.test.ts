import { createSocket } from 'node:dgram'
import type { LookupAllOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { callbackify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOutgoingFetch, type OutgoingFetch } from './outgoing.ts'
import { type LookupAll, makePublicLookup } from './public-address.ts'

/** IPv4 addresses, and IPv6 ones with all of their eight groups. */
type Addresses = { A?: string[]; AAAA?: string[] }

const TYPES = { A: 1, AAAA: 28 } as const

// The canary is what an organisation's provider must never make us call.
const PUBLIC = '93.184.215.14'
// Of the 6bone, which is gone: public, and nobody has it, so that no stranger is called from here.
const NOBODYS = '3ffe:0:0:0:0:0:0:1'
const INSIDE = '127.0.0.1'
const INSIDE_V6 = '0:0:0:0:0:0:0:1'
const MAPPED = '0:0:0:0:0:ffff:7f00:1'

let dns: Awaited<ReturnType<typeof startDnsServer>>
let canary: Server
let calls: number
let address: string
let strict: OutgoingFetch
beforeAll(async () => {
  dns = await startDnsServer()
  canary = createServer((socket) => {
    calls += 1
    socket.destroy()
  }).listen(0)
  await once(canary, 'listening')
  const at = canary.address()
  address = `https://idp.rebound.example:${typeof at === 'object' && at ? at.port : 0}/`
})
afterAll(() => {
  canary.close()
  dns.stop()
})
beforeEach(() => {
  calls = 0
  strict = makeOutgoingFetch({ isStrict: true, lookup: dns.lookup })
})

test('the server and the canary are really there: on a development machine the call arrives', async () => {
  dns.answer({ A: [INSIDE] })
  const resolve = (hostname: string) =>
    new Promise((done) => dns.lookup(hostname, { all: true }, (_, addresses) => done(addresses)))
  expect(await resolve('idp.rebound.example')).toEqual([{ address: INSIDE, family: 4 }])
  const open = makeOutgoingFetch({ isStrict: false })
  await expect(open(address.replace('idp.rebound.example', INSIDE))).rejects.toThrow()
  expect(calls).toBe(1)
})

test('a name that is public when it is checked and inside afterwards is asked for once, and not called', async () => {
  dns.answer({ AAAA: [NOBODYS] }, { A: [INSIDE] })
  await expect(strict(address)).rejects.not.toMatchObject({
    cause: { message: 'The address is not public.' },
  })
  expect([dns.asked(), calls]).toEqual([1, 0])
  await expect(strict(address)).rejects.toMatchObject({
    cause: { message: 'The address is not public.' },
  })
  expect([dns.asked(), calls]).toEqual([2, 0])
}, 20_000)

test('what was public for one call is judged anew for the next', async () => {
  dns.answer({ A: [PUBLIC] }, { A: [INSIDE] }, { A: [PUBLIC] })
  const look = makePublicLookup(dns.lookup)
  const ask = () =>
    new Promise((done) =>
      look('idp.rebound.example', {}, (error, found) => done(error?.message ?? found)),
    )
  expect([await ask(), await ask(), await ask()]).toEqual([
    PUBLIC,
    'The address is not public.',
    PUBLIC,
  ])
})

test.each([
  ['inside', { A: [INSIDE] }],
  ['public first, inside second', { A: [PUBLIC, INSIDE] }],
  ['inside first, public second', { A: [INSIDE, PUBLIC] }],
  ['public, but inside for IPv6', { A: [PUBLIC], AAAA: [INSIDE_V6] }],
  ['IPv4 inside IPv6', { AAAA: [MAPPED] }],
  ['the cloud’s metadata', { A: ['169.254.169.254'] }],
])('a name is refused whose addresses are %s', async (_, answer) => {
  dns.answer(answer)
  await expect(strict(address)).rejects.toMatchObject({
    cause: { message: 'The address is not public.' },
  })
  expect(calls).toBe(0)
})

test('a name without any address is not called', async () => {
  dns.answer({})
  await expect(strict(address)).rejects.toMatchObject({ cause: { message: 'No address.' } })
})

/** A real name server on this machine, for every name: its answers live no second and may change each time. */
async function startDnsServer() {
  let answers: Addresses[] = []
  let asked = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    // Header of 12 bytes, then the one question: labels, a zero, type and class.
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    // Both types are asked for, AAAA first: A moves on to the next answer.
    const now = answers[Math.min(asked, answers.length - 1)] ?? {}
    if (type === TYPES.A) asked += 1
    const records = type === TYPES.A ? now.A?.map(bytesOfV4) : now.AAAA?.map(bytesOfV6)
    socket.send(answerTo(query.subarray(0, end), type, records ?? []), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    /** What Node's own resolver hears from this server. */
    lookup: callbackify((hostname: string, _: LookupAllOptions) =>
      ask(resolver, hostname),
    ) satisfies LookupAll,
    /** Answers these one after the other; the last one from then on. */
    answer: (...wanted: Addresses[]) => {
      answers = wanted
      asked = 0
    },
    asked: () => asked,
    stop: () => socket.close(),
  }
}

async function ask(resolver: Resolver, hostname: string) {
  const v6 = await resolver.resolve6(hostname).catch(() => [])
  const v4 = await resolver.resolve4(hostname).catch(() => [])
  return [
    ...v4.map((address) => ({ address, family: 4 })),
    ...v6.map((address) => ({ address, family: 6 })),
  ]
}

function answerTo(query: Buffer, type: number, records: Buffer[]): Buffer {
  const answer = Buffer.from(query)
  answer.writeUInt16BE(0x8180, 2)
  answer.writeUInt16BE(records.length, 6)
  // No other sections, such as the resolver's own options.
  answer.fill(0, 8, 12)
  // The name of the question, the type, class internet, no time to live.
  const rows = records.map((bytes) =>
    Buffer.concat([Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]),
  )
  return Buffer.concat([answer, ...rows])
}

function bytesOfV4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number))
}

function bytesOfV6(address: string): Buffer {
  const groups = address.split(':').map((group) => group.padStart(4, '0'))
  return Buffer.from(groups.join(''), 'hex')
}
