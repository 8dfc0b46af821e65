import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'

/** The EICAR test virus, joined here so that scanners don't report this file. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('-')

/** A ClamAV server that knows INSTREAM and one virus. */
export async function startClamav(at = 0) {
  let turn = Promise.withResolvers<void>()
  turn.resolve()
  const server = createServer((socket) => {
    void answer(socket, () => turn.promise).catch(() => socket.destroy())
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `tcp://127.0.0.1:${port}`,
    /** Delays every answer until `goOn`. */
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

/** Undefined until the empty last piece has arrived. */
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
