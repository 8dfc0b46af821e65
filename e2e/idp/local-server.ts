import { once } from 'node:events'
import { createServer } from 'node:http'

/** A server on this machine only, at a free port unless one is given. */
export async function startLocalServer(port = 0) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { server, port: typeof address === 'object' && address ? address.port : 0, stop }
}
