import { createSocket } from 'node:dgram'
import type { LookupAllOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { callbackify } from 'node:util'
import type { LookupAll } from '#adapters/public-address.ts'

/** IPv4 addresses, and IPv6 ones with all of their eight groups. */
type Addresses = { A?: string[]; AAAA?: string[] }

const TYPES = { A: 1, AAAA: 28 } as const

/** A real name server on this machine, for every name: its answers live no second and may change each time. */
export async function startDnsServer() {
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
