import { once } from 'node:events'
import { connect } from 'node:net'
import type { Received } from './header-check.ts'

/** Sends a raw request, which an HTTP client could refuse, and reads the whole answer. */
export async function rawCall(port: number, head: readonly string[], body = ''): Promise<Received> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.setTimeout(5000, () => socket.destroy(new Error('No answer within 5 seconds.')))
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return parse(Buffer.concat(chunks).toString('utf8'))
}

function parse(text: string): Received {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string | string[]> = {}
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: ?(.*)/)
    const key = name.toLowerCase()
    headers[key] = key === 'set-cookie' ? [...(headers[key] ?? []), value] : value
  }
  return { statusCode: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
