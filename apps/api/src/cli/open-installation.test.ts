import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openFiles } from '#adapters/files.ts'
import { readEnv } from '#env.ts'
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
    message: expect.stringMatching(/^Waymark can’t use the file store: ENOTDIR: .*a-file/),
  })
})

test('a command says that the database doesn’t encrypt the connection', async () => {
  const env = readEnv({ DATABASE_URL: `${inject('adminUrl')}?sslmode=verify-full` })
  await expect(withDatabase(env, () => expect.unreachable())).rejects.toThrow(
    'Waymark can’t use the database: The server does not support SSL connections.',
  )
})
