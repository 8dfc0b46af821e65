import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** Returns the name of the virus, or undefined if the file is clean. */
export type ScanForViruses = (bytes: AsyncIterable<Buffer>) => Promise<string | undefined>

const PATIENCE_MS = 60_000
/** An answer is a line with the name of a virus. */
const MAX_ANSWER_BYTES = 4096

/** Uses a ClamAV daemon at `tcp://host:3310` or `unix:///run/clamav/clamd.ctl` (protocol INSTREAM). */
export function scanWithClamav(address: string): ScanForViruses {
  const { protocol, hostname, port, pathname } = new URL(address)
  return async (bytes) => {
    const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname)
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('ClamAV did not respond.')))
    try {
      await once(socket, 'connect')
      const answer = readAnswer(socket)
      // Handled below. The answer can arrive while we still send.
      answer.catch(() => {})
      await sendStream(socket, bytes)
      return verdictOf(await answer)
    } finally {
      socket.destroy()
    }
  }
}

async function sendStream(socket: Socket, bytes: AsyncIterable<Buffer>) {
  socket.write('zINSTREAM\0')
  for await (const chunk of bytes) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    if (!socket.write(chunk)) await once(socket, 'drain')
  }
  socket.write(Buffer.alloc(4))
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('\0')) break
    if (answer.length > MAX_ANSWER_BYTES) throw new Error('The response from ClamAV is too long.')
  }
  return answer.replace(/\0.*$/s, '')
}

function verdictOf(answer: string): string | undefined {
  if (answer === 'stream: OK') return undefined
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (answer === '') throw new Error('ClamAV sent an empty response.')
  if (found === undefined)
    throw new Error(`Unexpected response from ClamAV: ${answer.slice(0, 200)}`)
  return found
}
