import type { FastifyInstance } from 'fastify'

/** How long a refused sender may go on before it is cut off, in milliseconds. */
const LINGER_MS = 2000

/**
 * A connection that is closed while its sender still writes is reset, and takes the unread refusal along (RFC 9112,
 * 9.6): what still comes is read and dropped for a while after the answer, so that it arrives.
 */
export function lingerWhileMoreComes(http: FastifyInstance): void {
  http.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || reply.getHeader('connection') !== 'close') return
    const { socket } = raw
    socket.destroySoon = () => {
      const patience = setTimeout(() => socket.destroy(), LINGER_MS)
      socket.once('close', () => clearTimeout(patience))
      raw.once('end', () => socket.destroy())
      raw.resume()
      socket.end()
    }
  })
}
