import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { queues } from '#queues.ts'
import { copyDatabase } from '#testing/database.ts'
import { refuseOtherSecret } from './installation-secret.ts'
import { migrate } from './migrate.ts'

const OLD = 'the old secret for tests only, long enough'
const NEW = 'the new secret for tests only, long enough'
const REFUSAL = /^WAYMARK_SECRET is not the secret of this installation\./

const t = await copyDatabase()
afterAll(() => t.close())

type Others = { previous?: string; next?: string }
const secrets = (current: string, { previous, next }: Others) => ({ current, previous, next })
const start = (current: string, others: Others = {}) =>
  migrate(t.ownerUrl, { rolePrefix: 'wm', queues, secrets: secrets(current, others) })
const command = (current: string, others: Others = {}) =>
  refuseOtherSecret(t.ownerUrl, secrets(current, others))

beforeEach(async () => {
  await t.owner.query('drop table if exists roles.secret')
})

test('a command before the first start of a node takes any secret', async () => {
  await command(NEW)
})

test('a node or command with another secret than the first start is refused', async () => {
  await start(OLD)
  await start(OLD)
  await command(OLD)
  await expect(start(NEW)).rejects.toThrow(REFUSAL)
  await expect(command(NEW)).rejects.toThrow(REFUSAL)
})

const WEAK = 'elevenchars'.repeat(4)

test('a secret of fewer than 12 different characters is refused for a new database, and changes nothing', async () => {
  const admin = new pg.Client(inject('adminUrl'))
  await admin.connect()
  await admin.query('create database weak_secret')
  const url = new URL('/weak_secret', inject('adminUrl')).href
  const first = (current: string) =>
    migrate(url, { rolePrefix: 'weak', queues, secrets: secrets(current, {}) })
  await expect(first(WEAK)).rejects.toThrow(
    /^WAYMARK_SECRET has fewer than 12 different characters.* openssl rand -base64 32$/,
  )
  await expect(
    migrate(url, { rolePrefix: 'weak', queues, secret: 'abcdefghijk'.repeat(4) }),
  ).rejects.toThrow(/fewer than 12/)
  await first('abcdefghijkl'.repeat(4))
  await admin.query('drop database weak_secret with (force)')
  await admin.end()
})

test('an installation keeps such a secret', async () => {
  await start(WEAK)
  await start(WEAK)
})

test('both steps of replacing the secret work, one node after the other', async () => {
  await start(OLD)
  await start(OLD, { next: NEW })
  await start(NEW, { previous: OLD })
  await start(OLD, { next: NEW })
  await command(OLD, { next: NEW })
  await start(NEW, { previous: OLD })
  await start(NEW)
  await expect(start(OLD)).rejects.toThrow(REFUSAL)
})
