import { connect } from 'node:net'

export type Reply = { status: number; body: string }

/** One keep-alive connection that sends a request at a time: as little of the machine's time as possible goes to asking. */
export async function openConnection(port: number, host: string) {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: ((reply: Reply) => void) | undefined
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const head = received.indexOf('\r\n\r\n')
    if (head === -1) return
    const header = received.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0)
    if (received.length < head + 4 + length) return
    const body = received.toString('utf8', head + 4, head + 4 + length)
    received = received.subarray(head + 4 + length)
    waiting?.({ status: Number(header.slice(9, 12)), body })
  })
  return {
    send: (method: string, path: string, token: string, body = '') =>
      new Promise<Reply>((resolve, reject) => {
        waiting = resolve
        socket.once('error', reject)
        const type = body === '' ? '' : 'content-type: application/json\r\n'
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
          () => socket.removeListener('error', reject),
        )
      }),
    close: () => socket.destroy(),
  }
}

export type Connection = Awaited<ReturnType<typeof openConnection>>
