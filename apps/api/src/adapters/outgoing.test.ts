import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { createServer as createTcpServer, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoingFetch, refusePrivate } from './outgoing.ts'
import { type LookupAll, createCheckedLookup } from './checked-lookup.ts'
import { isPublicAddress } from './public-address.ts'
import { allowedBy } from './trusted-networks.ts'

const strict = createOutgoingFetch({ isStrict: true })
const lookupPublic = createCheckedLookup(allowedBy([]))
const open = createOutgoingFetch({ isStrict: false })

// Spellings of loopback, private and link-local addresses, and of addresses that embed them.
const SPELLINGS = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0x7f.0.0.0x1
  127.0.0.1. 0 0.0.0.0 0.0.0.1 10.0.0.1 10.255.255.255 167772161 0x0a000001 012.0.0.1 172.16.0.1 172.31.255.255
  192.168.0.1 192.168.1.1 3232235777 0xc0a80101 169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376
  169.254.43518 100.64.0.1 100.127.255.255 192.0.0.170 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.250 240.0.0.1 255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::ffff:10.0.0.1] [::ffff:169.254.169.254] [0:0:0:0:0:ffff:a9fe:a9fe] [::127.0.0.1] [::7f00:1]
  [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::10.0.0.1] [2002:7f00:1::] [2002:a9fe:a9fe::1]
  [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:db8::1] [fe80::1] [fc00::1] [fd12:3456::1] [ff02::1] [fec0::1]
  [3fff::1] [100::1] localhost LOCALHOST localhost. acme.localhost printer.local db.internal １２７.０.０.１ ①②⑦.⓪.⓪.①
  127。0。0。1 %31%32%37.0.0.1 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ
`
  .trim()
  .split(/\s+/)

describe('public addresses only', () => {
  let port = 0
  let connections = 0
  const server = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  })
  beforeAll(async () => {
    server.listen(0)
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => server.close())

  test.each(SPELLINGS)('%s is refused without connecting', async (host) => {
    await expect(strict(`https://${host}:${port}/`)).rejects.toThrow()
    expect(connections).toBe(0)
  })

  test.each([
    'http://idp.example.org/',
    'ftp://idp.example.org/',
    'file:///etc/passwd',
    'data:application/json,{}',
    'https://user:password@idp.example.org/',
    'https://user@idp.example.org/',
  ])('the address %s is refused', async (address) => {
    await expect(strict(address)).rejects.toThrow(/https|user name/)
  })

  test('a name is judged by the addresses that it resolves to', async () => {
    for (const all of [true, false]) {
      const error = await new Promise<Error | null>((resolve) =>
        lookupPublic('localhost', { all }, (fault) => resolve(fault)),
      )
      expect(error?.message).toMatch(/^The address must be public\./)
    }
    const literal = await new Promise<unknown>((resolve) =>
      lookupPublic('93.184.215.14', {}, (_, address) => resolve(address)),
    )
    expect(literal).toBe('93.184.215.14')
  })

  // Unassigned addresses, so that no real server is called.
  const UNUSED = '3ffe::1'
  const CANARY = '127.0.0.1'
  let answers: string[][] = []
  let lookups = 0
  /** Resolves each call to the next answer, and later calls to the last one. */
  const lookup: LookupAll = (_hostname, _options, done) => {
    const addresses = answers[Math.min(lookups, answers.length - 1)] ?? []
    lookups += 1
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  }
  const resolving = createOutgoingFetch({ isStrict: true, lookup })
  const called = () => resolving(`https://idp.rebound.example:${port}/`)
  const refused = { cause: { name: 'PrivateAddressError' } }

  test('a name that changes from a public to a private address is resolved once for each call', async () => {
    await expect(open(`http://${CANARY}:${port}/`)).rejects.toThrow()
    expect(connections).toBe(1)
    answers = [[UNUSED], [CANARY]]
    await expect(called()).rejects.not.toMatchObject(refused)
    expect([lookups, connections]).toEqual([1, 1])
    await expect(called()).rejects.toMatchObject(refused)
    expect([lookups, connections]).toEqual([2, 1])
  })

  test.each([
    ['inside', [CANARY]],
    ['public first, inside second', ['93.184.215.14', CANARY]],
    ['inside first, public second', [CANARY, '93.184.215.14']],
    ['public, but inside for IPv6', ['93.184.215.14', '::1']],
    ['IPv4 inside IPv6', ['::ffff:127.0.0.1']],
    ['the cloud’s metadata', ['169.254.169.254']],
  ])('a name whose addresses are %s is refused without connecting', async (_, addresses) => {
    answers = [addresses]
    await expect(called()).rejects.toMatchObject(refused)
    expect(connections).toBe(1)
  })

  const trusted = ['10.20.0.0/16', 'fd00:20::/32', 'sso.corp.example']
  const trustingLookup = createCheckedLookup(allowedBy(trusted), lookup)
  const lookUp = async (host: string, addresses: string[]) => {
    answers = [addresses]
    return await new Promise<unknown>((resolve) =>
      trustingLookup(host, { all: true }, (error, found) => resolve(error?.name ?? found)),
    )
  }

  test.each([
    ['sso.corp.example', ['10.1.1.1']],
    ['SSO.corp.example.', ['192.168.1.1', 'fd12::1']],
    ['other.example', ['10.20.3.4', '93.184.215.14']],
    ['idp.internal', ['10.20.3.4', 'fd00:20::1']],
  ])('with trusted networks %s at %s is called there', async (host, addresses) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    expect(await lookUp(host, addresses)).toEqual(found)
  })

  test.each([
    ['other.example', ['10.21.0.1']],
    ['idp.internal', ['192.168.1.1']],
    ['other.example', ['10.20.3.4', '10.21.0.1']],
    ['sso.corp.example', [CANARY]],
    ['sso.corp.example', ['10.1.1.1', '169.254.169.254']],
    ['sso.corp.example.other.example', ['10.1.1.1']],
  ])('with trusted networks %s at %s is refused', async (host, addresses) => {
    expect(await lookUp(host, addresses)).toBe('PrivateAddressError')
  })

  test.each([
    [`https://${CANARY}/`, /^The address must be public/],
    ['https://10.21.0.1/', /^The address must be public/],
    ['http://10.20.0.1/', /https/],
  ])('with trusted networks the address %s is refused', (address, message) => {
    expect(() => refusePrivate(address, trusted)).toThrow(message)
  })

  test('with trusted networks an address in a range is accepted', () => {
    expect(() => refusePrivate('https://10.20.0.1/', trusted)).not.toThrow()
    expect(() => refusePrivate('https://[fd00:20::1]/', trusted)).not.toThrow()
  })

  test('a name without an address is refused', async () => {
    answers = [[]]
    await expect(called()).rejects.toMatchObject({
      cause: { message: 'The host name has no IP address.' },
    })
  })

  test('addresses outside the special ranges are public', () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])
      expect(isPublicAddress(address), address).toBe(true)
  })
})

describe('limits', () => {
  let server: Server
  let base = ''
  let redirected = 0
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/target' }).end()
      else if (request.url === '/target') response.end(String((redirected += 1)))
      else if (request.url === '/slow') await wait(8000, undefined, { ref: false })
      else if (request.url === '/drip') {
        for (let n = 0; n < 20 && !response.destroyed; n += 1) {
          response.write('.')
          await wait(500)
        }
      } else if (request.url === '/large') response.end('x'.repeat(128 * 1024 + 1))
      else response.end('x'.repeat(128 * 1024))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('a redirect is not followed', async () => {
    expect((await open(`${base}/redirect`)).status).toBe(302)
    expect(redirected).toBe(0)
  })

  test('an answer larger than 128 KB is refused', async () => {
    expect(await (await open(`${base}/ok`)).text()).toHaveLength(128 * 1024)
    await expect(open(`${base}/large`)).rejects.toThrow('larger than 128 KB')
  })

  test.concurrent.each(['/slow', '/drip'])('%s times out after five seconds', async (path) => {
    const started = performance.now()
    await expect(open(base + path)).rejects.toThrow(/abort|timeout/i)
    expect(performance.now() - started).toBeLessThan(7000)
  })
})
