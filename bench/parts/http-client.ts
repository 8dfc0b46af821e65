import { connect } from 'node:net'

export type Reply = { status: number; header: string; body: string }
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** One keep-alive connection for one request at a time. It uses little CPU, to leave the machine to the server. */
export async function openConnection(port: number, from = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.setNoDelay(true)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: Waiting | undefined
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const head = received.indexOf('\r\n\r\n')
    if (head === -1) return
    const header = received.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0)
    if (received.length < head + 4 + length) return
    const body = received.toString('utf8', head + 4, head + 4 + length)
    received = received.subarray(head + 4 + length)
    waiting?.resolve({ status: Number(header.slice(9, 12)), header, body })
  })
  const fail = (error?: Error) => waiting?.reject(error ?? new Error('The server hung up.'))
  socket.on('error', fail).on('close', () => fail())
  return {
    send: (method: string, path: string, headers: Record<string, string>, body?: object) =>
      new Promise<Reply>((resolve, reject) => {
        if (socket.destroyed) throw new Error('The server hung up.')
        waiting = { resolve, reject }
        socket.write(requestText(method, path, headers, body))
      }),
    /** The server closes idle connections. */
    isOpen: () => !socket.destroyed && socket.readable,
    close: () => socket.destroy(),
  }
}

export type Connection = Awaited<ReturnType<typeof openConnection>>

function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object | undefined,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}`
  if (body === undefined) return `${head}\r\n`
  const text = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
