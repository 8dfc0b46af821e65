import { randomInt } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { queues } from '#queues.ts'
import { migrate } from './migrate.ts'
import { openPools } from './pools.ts'
import { readPasswords } from './role-passwords.ts'
import { roleUrl } from './roles.ts'

const admin = new pg.Client(inject('adminUrl'))
await admin.connect()
const databases: string[] = []
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const letters = () =>
  Array.from({ length: 10 }, () => String.fromCodePoint(97 + randomInt(26))).join('')

/** The address of an empty database of a new login. */
async function anInstallation({ attributes = 'createrole', isOwner = true } = {}) {
  const [login, database] = [`login_${letters()}`, `test_${letters()}`]
  await admin.query(`create role ${login} login ${attributes} password 'secret'`)
  await admin.query(`create database ${database} owner ${isOwner ? login : 'postgres'}`)
  databases.push(database)
  const url = new URL(`/${database}`, inject('adminUrl'))
  const asAdmin = url.href
  Object.assign(url, { username: login, password: 'secret' })
  return { login, database, url: url.href, asAdmin, prefix: letters() }
}

const start = (url: string, rolePrefix: string, say?: (line: string) => void) =>
  migrate(url, { rolePrefix, queues, ...(say && { say }) })

const SILENT = { warn() {}, info() {} }
const serve = async (ownerUrl: string, rolePrefix: string) =>
  await (await openPools({ ownerUrl, rolePrefix, size: 2, log: SILENT })).close()

const one = await anInstallation()
const two = await anInstallation()
const said: string[] = []
for (const { url, prefix } of [one, two]) await start(url, prefix, (line) => said.push(line))

test('a login with CREATEROLE that owns the database is enough, without a warning', async () => {
  await serve(one.url, one.prefix)
  expect(said).toEqual([])
})

test('two installations on one server have roles of their own, which can’t read each other’s rows', async () => {
  await serve(two.url, two.prefix)
  const passwords = await readPasswords(one.url)
  const stranger = new pg.Client(roleUrl(two.url, `${one.prefix}_reader`, passwords.reader))
  await stranger.connect()
  await expect(stranger.query('select from tenants')).rejects.toMatchObject({ code: '42501' })
  await stranger.end()
})

test('no serving role compiles statements, which would take more time than it saves', async () => {
  const { rows } = await admin.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = $1)`,
    [one.database],
  )
  expect(rows).toEqual([{ setting: 'jit=off' }])
})

test('a start changes the backup role of an earlier version', async () => {
  const prefix = letters()
  await admin.query(`create role ${prefix}_backup nologin bypassrls`)
  const { asAdmin } = await anInstallation()
  await start(asAdmin, prefix)
  const text = 'select rolcanlogin, rolbypassrls from pg_roles where rolname = $1'
  const { rows } = await admin.query(text, [`${prefix}_backup`])
  expect(rows).toEqual([{ rolcanlogin: true, rolbypassrls: false }])
  const { backup } = await readPasswords(asAdmin)
  const client = new pg.Client(roleUrl(asAdmin, `${prefix}_backup`, backup))
  await client.connect()
  await client.end()
})

test('a start keeps the passwords that other nodes use, and replaces one that no longer works', async () => {
  const hashes = async () => {
    const { rows } = await admin.query<{ hash: string }>(
      'select rolpassword as hash from pg_authid where starts_with(rolname, $1) order by rolname',
      [one.prefix],
    )
    return rows.map(({ hash }) => hash)
  }
  const before = await hashes()
  await start(one.url, one.prefix)
  expect(await hashes()).toEqual(before)
  await admin.query(`alter role ${one.prefix}_app password 'changed by hand'`)
  await start(one.url, one.prefix)
  await serve(one.url, one.prefix)
})

test('only the first start needs CREATEROLE', async () => {
  await admin.query(`alter role ${two.login} nocreaterole`)
  await start(two.url, two.prefix)
  await serve(two.url, two.prefix)
})

test('a database of another prefix is refused with its prefix', async () => {
  await expect(start(one.url, 'other')).rejects.toThrow(
    `This database belongs to the role ${one.prefix}_owner. Set DATABASE_ROLE_PREFIX to ${one.prefix}, or use an empty database.`,
  )
})

test('a login without CREATEROLE is refused with the statement that helps', async () => {
  const { url, login, prefix } = await anInstallation({ attributes: '' })
  await expect(start(url, prefix)).rejects.toThrow(
    `The login ${login} in DATABASE_URL can’t create the role ${prefix}_owner. Run this as a superuser: alter role "${login}" createrole`,
  )
})

test('a login that doesn’t own the database is refused with the statement that helps', async () => {
  const { url, login, database, prefix } = await anInstallation({ isOwner: false })
  await expect(start(url, prefix)).rejects.toThrow(
    `The login ${login} in DATABASE_URL doesn’t own the database ${database}. Run this as a superuser: alter database "${database}" owner to "${login}"`,
  )
})

test('roles of another login are refused', async () => {
  const { url, login } = await anInstallation()
  await expect(start(url, 'wm')).rejects.toThrow(
    `The login ${login} in DATABASE_URL can’t change the database role wm_owner, which another login created. Set DATABASE_ROLE_PREFIX to a name that only this installation uses.`,
  )
})

test('a superuser is warned, and doesn’t take over the roles of another database', async () => {
  const { asAdmin } = await anInstallation()
  const warnings: string[] = []
  await expect(start(asAdmin, 'wm', (line) => warnings.push(line))).rejects.toThrow(
    /^The database role wm_app belongs to the installation in the database \w+\. Set DATABASE_ROLE_PREFIX/,
  )
  expect(warnings).toEqual([
    expect.stringMatching(/^The login postgres in DATABASE_URL is a superuser/),
  ])
  const client = new pg.Client(asAdmin)
  await client.connect()
  const { rows } = await client.query(`select to_regnamespace('roles') as changed`)
  await client.end()
  expect(rows).toEqual([{ changed: null }])
})
