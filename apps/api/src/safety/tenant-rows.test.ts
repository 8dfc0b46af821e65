import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readTenantTables } from '#testing/catalogue.ts'
import { copyDatabase } from '#testing/database.ts'
import { aTenant } from '#testing/factories.ts'
import { servingUrl } from '#testing/owner.ts'

type Row = Record<string, unknown>

/** Values that a check requires in addition to the required columns. */
const ADDITIONAL: Record<string, () => Row> = {
  certifications: () => ({ family_id: randomInt(1_000_000_000) }),
  generated_files: () => ({ format: 'json' }),
  content_sets: () => ({ draft: '{}', family_id: randomInt(1_000_000_000) }),
  due_dates: () => ({ year: randomInt(1_000_000) }),
  sso_connections: () => ({ domain: `${randomUUID()}.example`, client_id: 'client' }),
  terms_additions: () => ({ version: randomInt(1_000_000) }),
  terms_drafts: () => ({ of_version: randomInt(1_000_000) }),
}

/** A reference that a check requires. */
const REFERENCE: Record<string, string> = {
  assessments: 'user_id',
  generated_files: 'content_set_id',
}

const VALUES: Record<string, () => unknown> = {
  text: () => randomBytes(8).toString('hex'),
  'text[]': () => [],
  bytea: () => randomBytes(32),
  uuid: () => randomUUID(),
  jsonb: () => '{}',
  boolean: () => false,
  'timestamp with time zone': () => new Date(),
  date: () => '2026-11-21',
  bigint: () => 1,
  integer: () => 1,
  smallint: () => 1,
  'double precision': () => 1,
}

const SETTING = { wm_app: 'app.tenant_id', wm_platform: 'app.tenant_ids' }
type TenantRole = keyof typeof SETTING
const ROLES = Object.keys(SETTING) as TenantRole[]
const VERBS = ['select', 'insert', 'update', 'delete'] as const
const CONTEXTS = ['unset', 'empty', 'other', 'own'] as const
type Verb = (typeof VERBS)[number]
type Context = (typeof CONTEXTS)[number]

const clients = new Map<TenantRole, pg.Client>()
/** By table, a row that could be inserted for the own tenant. */
const newRows = new Map<string, Row>()

const t = await copyDatabase()
const tables = await readTenantTables(t.owner)
const own = (await aTenant(t.db)).id
const other = (await aTenant(t.db)).id
await t.owner.query(`insert into terms (version, text) values (1, 'Terms')`)
for (const { name } of tables) {
  await insertRow(name, own)
  await insertRow(name, other)
  newRows.set(name, await newRow(name, own))
}
for (const role of ROLES) {
  const client = new pg.Client(await servingUrl(t.ownerUrl, role))
  await client.connect()
  clients.set(role, client)
}
afterAll(async () => {
  for (const client of clients.values()) await client.end()
  await t.close()
})

test.each(ROLES)(
  '%s reads and writes only rows of the set tenant, in every table',
  async (role) => {
    const wrong: string[] = []
    for (const { name } of tables)
      for (const verb of VERBS)
        for (const context of CONTEXTS) {
          const seen = await attempt(role, name, verb, context)
          const expected = await expectedOf(role, name, verb, context)
          if (seen !== expected) wrong.push(`${verb} ${name}, tenant ${context}: ${seen}`)
        }
    expect(wrong).toEqual([])
  },
)

test.each(ROLES)('%s can’t give a row another tenant’s id', async (role) => {
  for (const { name } of tables)
    expect(await attempt(role, name, 'update', 'own', `tenant_id = ${other}`)).toMatch(
      /refused|denied/,
    )
})

test('a list of several tenants opens these tenants only', async () => {
  const third = (await aTenant(t.db)).id
  await insertRow('users', third)
  const client = clientOf('wm_platform')
  await client.query(`begin; select set_config('app.tenant_ids', '{${own},${other}}', true)`)
  const { rows } = await client.query('select distinct tenant_id from users order by 1')
  await client.query('rollback')
  expect(rows.map(({ tenant_id }) => tenant_id)).toEqual([own, other])
})

/** Whether a statement reaches rows of the own tenant, or how it is refused. */
async function attempt(
  role: TenantRole,
  name: string,
  verb: Verb,
  context: Context,
  change = 'tenant_id = tenant_id',
): Promise<string> {
  const client = clientOf(role)
  const row = newRows.get(name) ?? {}
  const table = pg.escapeIdentifier(name)
  const statements = {
    select: `select from ${table} where tenant_id = ${own}`,
    update: `update ${table} set ${change} where tenant_id = ${own}`,
    delete: `delete from ${table} where tenant_id = ${own}`,
    insert: insertOf(name, row),
  }
  await client.query('begin')
  try {
    if (context !== 'unset') {
      const tenant = { empty: '', other: String(other), own: String(own) }[context]
      const value = role === 'wm_app' || tenant === '' ? tenant : `{${tenant}}`
      await client.query('select set_config($1, $2, true)', [SETTING[role], value])
    }
    const values = verb === 'insert' ? Object.values(row) : []
    const { rowCount } = await client.query(statements[verb], values)
    return rowCount === 0 ? 'no rows' : 'rows'
  } catch (error) {
    return refusalOf(error, verb)
  } finally {
    await client.query('rollback')
  }
}

function refusalOf(error: unknown, verb: Verb): string {
  if (!(error instanceof pg.DatabaseError)) throw error
  // A reference prevents the deletion, so the row was visible.
  if (error.code === '23503' && verb === 'delete') return 'rows'
  if (error.code !== '42501') return String(error.code)
  return error.message.includes('row-level') ? 'refused' : 'denied'
}

async function expectedOf(role: TenantRole, name: string, verb: Verb, context: Context) {
  const text = 'select has_table_privilege($1, $2::text, $3) as granted'
  const { rows } = await t.owner.query<{ granted: boolean }>(text, [role, name, verb])
  if (rows[0]?.granted !== true) return 'denied'
  if (context === 'own') return 'rows'
  return verb === 'insert' ? 'refused' : 'no rows'
}

function clientOf(role: TenantRole): pg.Client {
  const client = clients.get(role)
  if (!client) throw new Error(`${role} is not connected.`)
  return client
}

/** Inserts a valid row, and first the rows that it refers to. Values come from the catalogue. */
async function insertRow(name: string, tenantId: number): Promise<Row> {
  const row = await newRow(name, tenantId)
  const { rows } = await t.owner.query<Row>(
    `${insertOf(name, row)} returning *`,
    Object.values(row),
  )
  return rows[0] ?? {}
}

async function newRow(name: string, tenantId: number): Promise<Row> {
  const table = tables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`There is no table ${name}.`)
  const row: Row = { tenant_id: tenantId, ...ADDITIONAL[name]?.() }
  const required = table.columns.filter(({ isRequired }) => isRequired)
  for (const { target, columns, targetColumns } of table.foreignKeys) {
    const isRequired = columns.every(
      (column) => column === REFERENCE[name] || required.some(({ name }) => name === column),
    )
    if (!isRequired || columns.every((column) => column in row)) continue
    const parent = await parentOf(target, tenantId)
    columns.forEach((column, index) => (row[column] ??= parent[targetColumns[index] ?? '']))
  }
  for (const { name, type, words } of required) {
    const make = VALUES[type]
    if (!make) throw new Error(`Add a value of type ${type} to VALUES.`)
    row[name] ??= words[0] ?? make()
  }
  return row
}

async function parentOf(name: string, tenantId: number): Promise<Row> {
  if (name === 'tenants') return { id: tenantId }
  if (tables.some((table) => table.name === name)) return await insertRow(name, tenantId)
  const { rows } = await t.owner.query<Row>(`select * from ${pg.escapeIdentifier(name)} limit 1`)
  return rows[0] ?? {}
}

function insertOf(name: string, row: Row): string {
  const columns = Object.keys(row)
  const placeholders = columns.map((_, index) => `$${index + 1}`)
  return `insert into ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) values (${placeholders.join(', ')})`
}
