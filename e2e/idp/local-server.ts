import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

export type Tls = { key: string; cert: string }

/** A server on this machine only, at a free port unless one is given. */
export async function startLocalServer(port = 0, tls?: Tls) {
  const server = (tls ? createTlsServer(tls) : createServer()).listen(port, '127.0.0.1')
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
