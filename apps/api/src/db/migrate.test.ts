import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyDatabase } from '#testing/database.ts'
import { queues } from '#queues.ts'
import { migrate } from './migrate.ts'

const t = await copyDatabase()
afterAll(() => t.close())

const start = () => migrate(t.ownerUrl, { rolePrefix: 'wm', queues })

test('a migrated database is not changed', async () => {
  const before = await rowsOfFunctions()
  await start()
  expect(await rowsOfFunctions()).toEqual(before)
})

test('a function with another checksum is replaced, with its grants', async () => {
  const definition = await definitionOf('enter')
  await t.owner.query(
    `create or replace function enter(tenant bigint, session bigint, person bigint)
      returns table (id bigint, name text, email text, roles text[], has_accepted_terms boolean, needs_mfa_setup boolean)
      language sql as 'select null::bigint, null, null, null::text[], true, true'`,
  )
  await t.owner.query(`update functions set checksum = 'another' where name = 'enter'`)
  await start()
  expect(await definitionOf('enter')).toBe(definition)
  const { rows } = await t.owner.query(
    `select has_function_privilege('wm_app', oid, 'execute') as app,
      has_function_privilege('wm_platform', oid, 'execute') as platform
    from pg_proc where proname = 'enter'`,
  )
  expect(rows).toEqual([{ app: true, platform: false }])
})

test.each(['0001-ground.sql', '9999-of-a-later-version.sql'])(
  'a database with the unknown migration %s is refused and not changed',
  async (name) => {
    await t.owner.query('insert into migrations (name) values ($1)', [name])
    await t.owner.query(`update functions set checksum = 'another' where name = 'enter'`)
    await expect(start()).rejects.toThrow(
      `This database was updated by another version of Waymark (unknown migration ${name}). Use that version or an empty database.`,
    )
    const { rows } = await t.owner.query(`select checksum from functions where name = 'enter'`)
    expect(rows).toEqual([{ checksum: 'another' }])
    await t.owner.query('delete from migrations where name = $1', [name])
    await start()
  },
)

test('a migration that changes rows of organisations lifts row-level security, which binds the owner too', () => {
  const folder = resolve(import.meta.dirname, '../../migrations')
  const bound = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const changed = [...text.matchAll(/^(?:update|insert into|delete from) (\w+)/gm)]
    return changed
      .map(([, table = '']) => table)
      .filter((table) => table !== 'tenants')
      .filter((table) => !text.includes(`alter table ${table} no force row level security`))
      .map((table) => `${name} changes ${table}`)
  })
  expect(bound).toEqual([])
})

async function definitionOf(name: string) {
  const { rows } = await t.owner.query<{ text: string }>(
    'select pg_get_functiondef(to_regproc($1)) as text',
    [name],
  )
  return rows[0]?.text
}

async function rowsOfFunctions() {
  const { rows } = await t.owner.query(
    `select proname, xmin from pg_proc where pronamespace = 'public'::regnamespace order by oid`,
  )
  return rows
}
