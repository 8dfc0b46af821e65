import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'

/** What every scanner takes for a virus, and is none (EICAR); put together here, so as not to be found here. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('-')

/** Speaks INSTREAM as ClamAV does, and knows one virus. */
export async function startClamav(at = 0) {
  let turn = Promise.withResolvers<void>()
  turn.resolve()
  const server = createServer((socket) => {
    void answer(socket, () => turn.promise).catch(() => socket.destroy())
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    url: `tcp://127.0.0.1:${port}`,
    /** Takes its time over everything from now on. */
    hold: () => void (turn = Promise.withResolvers()),
    goOn: () => turn.resolve(),
    close: () => server.close(),
  }
}

async function answer(socket: Socket, turn: () => Promise<void>) {
  let got = Buffer.alloc(0)
  for await (const chunk of socket) {
    got = Buffer.concat([got, chunk as Buffer])
    const content = contentOf(got)
    if (content === undefined) continue
    await turn()
    socket.end(content.includes(EICAR) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
    return
  }
}

/** Undefined until the ending piece of no length is here. */
function contentOf(got: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let at = 'zINSTREAM\0'.length; at + 4 <= got.length;) {
    const length = got.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(got.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
