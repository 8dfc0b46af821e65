import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A way to the database that can be closed and opened. While it is closed, it cuts connections and counts them. */
export async function aSwitch(url: string) {
  const real = new URL(url)
  const sockets = new Set<Socket>()
  let isOpen = true
  let cut = 0
  const server = createServer((socket) => {
    if (!isOpen) {
      cut += 1
      socket.destroy()
      return
    }
    const upstream = connect(Number(real.port), real.hostname)
    for (const end of [socket, upstream]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => sockets.delete(end))
    }
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const switched = new URL(real)
  switched.port = String((server.address() as AddressInfo).port)
  return {
    url: switched.href,
    open: () => void (isOpen = true),
    close: () => {
      isOpen = false
      cut = 0
      for (const socket of sockets) socket.destroy()
    },
    /** How many connections were cut since it was closed. */
    cut: () => cut,
  }
}
