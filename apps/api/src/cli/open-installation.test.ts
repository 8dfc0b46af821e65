import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openFiles } from '#adapters/files.ts'
import { StartError } from '#start-error.ts'
import { readEnv } from '#read-env.ts'
import { copyDatabase } from '#testing/database.ts'
import { withDatabase } from './open-installation.ts'

test('a command that can’t use the file store says why in one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const DATA_DIR = join(folder, 'a-file')
  await writeFile(DATA_DIR, '')
  const env = readEnv({ DATABASE_URL: inject('adminUrl'), DATA_DIR })
  const files = await openFiles(env)
  const restoring = withDatabase(env, () => files.put('key', Buffer.from('content')))
  await expect(restoring).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^Waymark can’t use the file store: A part of .*a-file.* is a file, not a folder \(ENOTDIR\)/,
    ),
  })
})

test('a command says that the database doesn’t encrypt the connection', async () => {
  const env = readEnv({ DATABASE_URL: `${inject('adminUrl')}?sslmode=verify-full` })
  await expect(withDatabase(env, () => expect.unreachable())).rejects.toThrow(
    'Waymark can’t use the database: The server does not support SSL connections.',
  )
})

test.for<[what: string, DATABASE_URL: string, line: string]>([
  [
    'a database that doesn’t exist',
    new URL('/nowhere', inject('adminUrl')).href,
    'Waymark can’t use the database: database "nowhere" does not exist. Check DATABASE_URL.',
  ],
  [
    'an unknown host',
    'postgres://nowhere.invalid/waymark',
    'Waymark can’t use the database: No name server knows the host name nowhere.invalid (ENOTFOUND). Check DATABASE_URL.',
  ],
])('a command with %s is refused in one line', async ([, DATABASE_URL, line]) => {
  await expect(withDatabase(readEnv({ DATABASE_URL }), () => expect.unreachable())).rejects.toThrow(
    new StartError(line),
  )
})

test('a command with another login than the owner’s, or another role prefix, is refused in one line', async () => {
  const { ownerUrl, owner, close } = await copyDatabase()
  onTestFinished(close)
  await owner.query(`create role a_stranger login password 'secret'`)
  onTestFinished(async () => void (await owner.query('drop role a_stranger')))
  const url = new URL(ownerUrl)
  Object.assign(url, { username: 'a_stranger', password: 'secret' })
  const refusalOf = (variables: NodeJS.ProcessEnv) =>
    withDatabase(readEnv(variables), () => expect.unreachable())
  await expect(refusalOf({ DATABASE_URL: url.href })).rejects.toThrow(
    /^The login a_stranger in DATABASE_URL doesn’t own the database /,
  )
  const other = { DATABASE_URL: ownerUrl, DATABASE_ROLE_PREFIX: 'other' }
  await expect(refusalOf(other)).rejects.toThrow(/ Set DATABASE_ROLE_PREFIX to wm, /)
})

test('a command whose database goes away says so in one line', async () => {
  const { ownerUrl, close } = await copyDatabase()
  onTestFinished(close)
  const losing = withDatabase(readEnv({ DATABASE_URL: ownerUrl }), async () => {
    const client = new pg.Client(ownerUrl)
    client.on('error', () => {})
    await client.connect()
    await client.query('select pg_terminate_backend(pg_backend_pid())').finally(() => client.end())
  })
  await expect(losing).rejects.toThrow(
    new StartError(
      'Waymark can’t use the database: terminating connection due to administrator command. Check that it is running, then try again.',
    ),
  )
})

test.each(['connect ECONNRESET 127.0.0.1:5432', 'read ECONNRESET', 'write EPIPE'])(
  'a command whose connection ends with %j says so in one line',
  async (message) => {
    const { ownerUrl, close } = await copyDatabase()
    onTestFinished(close)
    const env = readEnv({ DATABASE_URL: ownerUrl })
    await expect(withDatabase(env, () => Promise.reject(new Error(message)))).rejects.toThrow(
      `Waymark can’t use the database: ${message}. Check that it is running, then try again.`,
    )
  },
)
