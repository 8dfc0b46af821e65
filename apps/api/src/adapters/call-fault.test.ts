import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { callFault } from './call-fault.ts'
import { createOutgoingFetch } from './outgoing.ts'

const silent = createServer().listen(0, '127.0.0.1')
await once(silent, 'listening')
afterAll(() => silent.close())
const { port } = silent.address() as AddressInfo
const ask = createOutgoingFetch({ isStrict: false, timeoutMs: 200 })
const faultAt = async (address: string) => await ask(address).then(() => 'none', callFault)

test.each(['http', 'https'])('a server that never answers over %s is a timeout', async (scheme) => {
  expect(await faultAt(`${scheme}://127.0.0.1:${port}`)).toBe('timeout')
})

test('a host whose addresses all refuse is a refusal', async () => {
  expect(await faultAt(`http://localhost:${await freePort()}`)).toBe('refused')
})

test('a fault is found in the innermost cause', () => {
  const cause = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  const wrapped = new Error('fetch failed', { cause: new Error('tls', { cause }) })
  expect(callFault(wrapped)).toBe('expired-certificate')
  expect(callFault(new Error('fetch failed'))).toBe('unknown')
})
