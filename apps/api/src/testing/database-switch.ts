import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'

/** A way to the database that can be closed and opened at one port. */
export async function aSwitch(url: string) {
  const real = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(Number(real.port), real.hostname)
    for (const end of [socket, upstream]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => sockets.delete(end))
    }
    socket.pipe(upstream).pipe(socket)
  })
  let port = 0
  const open = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  await open()
  const switched = new URL(real)
  switched.port = String(port)
  return { url: switched.href, open, close }
}
