import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that Linux gives to outgoing connections, which could take one before it is used.
const [FIRST, COUNT] = [20_000, 12_000]

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT)
  const probe = createServer().listen(port)
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}
