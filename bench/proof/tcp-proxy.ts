import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A message of PostgreSQL's protocol. A client's first message has no type. */
export type Message = { from: 'client' | 'server'; type: string; bytes: Buffer }

/** Called before each message is forwarded; true cuts the connection. Each connection has one `link`. */
export type CutHere = (message: Message, link: object) => boolean

type Faults = { delayMs: number; swallows: boolean; cutHere: CutHere | undefined }

/** A proxy for a service on this machine that delays, cuts, swallows or refuses. */
export async function startTcpProxy(firstTarget: number, isPostgres = true) {
  let target = firstTarget
  const links = new Set<Socket>()
  const faults: Faults = { delayMs: 0, swallows: false, cutHere: undefined }
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const socket of [client, server]) {
      links.add(socket)
      socket.on('close', () => links.delete(socket))
    }
    join(client, server, faults, isPostgres)
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return (listener.address() as AddressInfo).port
  }
  const port = await listen(0)
  // `resetAndDestroy` on an ending socket keeps worker threads from exiting.
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
    breakAll,
    /** Refuses connections until `open`, which may name another port. */
    close,
    open: async (newTarget: number) => {
      target = newTarget
      await listen(port)
    },
  }
}

function join(client: Socket, server: Socket, faults: Faults, isPostgres: boolean) {
  const link = {}
  let isCut = false
  pump('client', client, server)
  pump('server', server, client)

  function pump(from: Message['from'], source: Socket, sink: Socket) {
    const split = isPostgres
      ? messageSplitter(from === 'client')
      : (bytes: Buffer) => [{ type: '', bytes }]
    let queue = Promise.resolve()
    source.on('data', (chunk) => {
      queue = queue.then(() => pass(chunk))
    })
    source.on('error', () => source.destroy())
    source.on('close', () => {
      queue = queue.then(endSink)
    })
    // A silent server doesn't close its connections either.
    function endSink() {
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
  // `end` still delivers what was forwarded before.
  function cut() {
    isCut = true
    client.end()
    server.end()
  }
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
