import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { scanWithClamav } from './virus-scan.ts'

let respond: (socket: Socket) => void = () => {}
const daemon = createServer((socket) => {
  socket.on('error', () => {})
  // The last four bytes end the file.
  socket.on(
    'data',
    (bytes: Buffer) => bytes.subarray(-4).equals(Buffer.alloc(4)) && respond(socket),
  )
}).listen(0, '127.0.0.1')
await once(daemon, 'listening')
afterAll(() => void daemon.close())

const scan = scanWithClamav(`tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}`)
const scanned = (answer: string) => {
  respond = (socket) => void socket.end(answer)
  return scan(file())
}
async function* file() {
  yield Buffer.from('a file')
}

test('a clean file has no virus, and another one its name', async () => {
  expect(await scanned('stream: OK\0')).toBeUndefined()
  expect(await scanned('stream: Eicar-Test FOUND\0')).toBe('Eicar-Test')
})

test.each([
  ['is cut off', 'stream: Eic', 'Unexpected response from ClamAV: stream: Eic'],
  ['is an error', 'INSTREAM size limit exceeded. ERROR\0', 'size limit exceeded'],
  ['is empty', '', 'ClamAV sent an empty response'],
  ['is 40 MB long', 'x'.repeat(40_000_000), 'The response from ClamAV is too long.'],
])('a file is not clean if the answer %s', async (_, answer, message) => {
  await expect(scanned(answer)).rejects.toThrow(message)
})

test('an endless answer is not read to its end', async () => {
  let sent = 0
  respond = (socket) => {
    const more = () => {
      if (socket.destroyed) return
      sent += 65_536
      if (socket.write('x'.repeat(65_536))) setImmediate(more)
      else socket.once('drain', more)
    }
    more()
  }
  await expect(scan(file())).rejects.toThrow('The response from ClamAV is too long.')
  expect(sent).toBeLessThan(50_000_000)
})
