import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openFiles } from '#adapters/files.ts'
import { sendTo } from '#features/insight/audit/forwarding/send-events.ts'
import { reasonOf, rootReason } from './start-error.ts'

const failureOf = async (work: Promise<unknown>) =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ['a missing file', () => readFile('/nowhere/none'), '/nowhere/none doesn’t exist (ENOENT)'],
  ['a folder as a file', () => readFile('/'), 'The path is a folder, not a file (EISDIR)'],
  [
    'a file as a folder',
    () => mkdir('/etc/hostname/below'),
    'A part of /etc/hostname/below is a file, not a folder (ENOTDIR)',
  ],
  [
    'a closed port',
    () => once(connect(1, '127.0.0.1'), 'connect'),
    '127.0.0.1:1 refused the connection (ECONNREFUSED)',
  ],
  [
    'a missing socket',
    () => once(connect('/nowhere.sock'), 'connect'),
    '/nowhere.sock doesn’t exist (ENOENT)',
  ],
])('the reason of %s is a sentence with its code', async (_, work, reason) => {
  expect(reasonOf(await failureOf(work()))).toBe(reason)
})

/** A server that answers each request with this status and an empty body. */
async function withServer(status: number, work: (port: number) => Promise<void>) {
  const server = createServer((request, answer) => {
    request.resume()
    answer.writeHead(status).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a store that refuses without a reason is named by its status', async () => {
  await withServer(403, async (port) => {
    const files = await openFiles({
      DATA_DIR: '/nowhere',
      S3_BUCKET: 'files',
      S3_REGION: 'eu',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(rootReason(await failureOf(files.check()))).toBe(
      'Files can’t be written: The store answered with status 403 and gave no reason',
    )
  })
})

test('a receiver that doesn’t encrypt is told without the library’s own words', async () => {
  await withServer(200, async (port) => {
    const failure = await failureOf(sendTo(`https://127.0.0.1:${port}`, []))
    expect(rootReason(failure)).toBe('The other side doesn’t use TLS on this port')
  })
})
