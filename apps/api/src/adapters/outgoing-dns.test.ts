import { once } from 'node:events'
import { type Server, createServer } from 'node:net'
import { startDnsServer } from '#testing/dns-server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OutgoingFetch, makeOutgoingFetch } from './outgoing.ts'
import { makePublicLookup } from './public-address.ts'

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
