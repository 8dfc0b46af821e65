import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A whole message of PostgreSQL's protocol; the first of a client has no type. */
export type Message = { from: 'client' | 'server'; type: string; bytes: Buffer }

/** Sees each message before it is passed on; true cuts the connection there. `link` is one for each connection. */
export type CutHere = (message: Message, link: object) => boolean

type Faults = { delayMs: number; swallows: boolean; cutHere: CutHere | undefined }
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** What goes through: messages of PostgreSQL, which can be cut apart, or anything. */
type Carried = 'postgres' | 'anything'

/**
 * A proxy before PostgreSQL, or another service, that delays, cuts, swallows, breaks or refuses. It lives in the test's process: the
 * API under test has a process of its own, and here a cut can be decided at each message without a round trip.
 */
export async function startTcpProxy(firstTarget: number, carried: Carried = 'postgres') {
  let target = firstTarget
  const links = new Set<Socket>()
  const faults: Faults = { delayMs: 0, swallows: false, cutHere: undefined }
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const socket of [client, server]) {
      links.add(socket)
      socket.on('close', () => links.delete(socket))
    }
    join(client, server, { faults, carried })
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const port = await listen(0)
  // Not `resetAndDestroy`: on a socket that is just ending it leaves Node.js' worker threads unable to end.
  const breakAll = () => {
    for (const socket of links) socket.destroy()
  }
  const close = async () => {
    const closed = once(listener, 'close')
    listener.close()
    breakAll()
    await closed
  }
  return {
    port,
    faults,
    /** Breaks every connection. */
    breakAll,
    /** Refuses connections until it is opened again, maybe before another server. */
    close,
    open: async (newTarget: number) => {
      target = newTarget
      await listen(port)
    },
  }
}

type Way = { faults: Faults; carried: Carried }

function join(client: Socket, server: Socket, { faults, carried }: Way) {
  const link = {}
  let isCut = false
  pump('client', client, server)
  pump('server', server, client)

  function pump(from: Message['from'], source: Socket, sink: Socket) {
    const split = carried === 'postgres' ? messageSplitter(from === 'client') : asItComes
    let queue = Promise.resolve()
    source.on('data', (chunk) => {
      queue = queue.then(() => pass(chunk))
    })
    source.on('error', () => source.destroy())
    source.on('close', () => {
      queue = queue.then(sayFarewell)
    })
    function sayFarewell() {
      // Who swallows what a server says swallows its farewell too.
      if (from === 'client' || !faults.swallows) sink.end()
    }
    async function pass(chunk: Buffer) {
      if (faults.delayMs > 0) await sleep(faults.delayMs)
      if (faults.swallows) return
      for (const message of split(chunk)) {
        if (isCut) return
        if (faults.cutHere?.({ from, ...message }, link)) return cut()
        sink.write(message.bytes)
      }
    }
  }
  // An orderly end: what was passed on before is still delivered.
  function cut() {
    isCut = true
    client.end()
    server.end()
  }
}

function asItComes(bytes: Buffer) {
  return [{ type: '', bytes }]
}

function messageSplitter(hasStartup: boolean) {
  let rest: Buffer = Buffer.alloc(0)
  let typeLength = hasStartup ? 0 : 1
  return function* split(chunk: Buffer) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      yield { type: bytes.toString('latin1', 0, typeLength), bytes }
      rest = rest.subarray(length)
      typeLength = 1
    }
  }
}
