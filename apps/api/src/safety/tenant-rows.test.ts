import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleUrl } from '#db/roles.ts'
import { type Column, readTenantTables, type Table } from '#testing/catalogue.ts'
import { copyDatabase } from '#testing/database.ts'
import { aTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'

type Row = Record<string, unknown>

// What a check asks for beyond the columns that each row needs.
const ALSO: Record<string, () => Row> = {
  // A draft of its own family.
  content_sets: () => ({ draft: '{}', family_id: randomInt(1_000_000_000) }),
  sso_connections: () => ({ domain: `${randomUUID()}.example`, client_id: 'client' }),
  terms_additions: () => ({ version: randomInt(1_000_000) }),
  terms_drafts: () => ({ of_version: randomInt(1_000_000) }),
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

let t: Awaited<ReturnType<typeof copyDatabase>>
let tables: Table[]
let own: number
let other: number
const clients = new Map<TenantRole, pg.Client>()
const rows = new Map<string, { own: Row; other: Row; fresh: Row }>()
let cases = 0

beforeAll(async () => {
  t = await copyDatabase()
  tables = await readTenantTables(t.owner)
  own = (await aTenant(t.db)).id
  other = (await aTenant(t.db)).id
  await t.owner.query(`insert into terms (version, text) values (1, 'Terms')`)
  for (const { name } of tables) {
    rows.set(name, {
      own: await fillTable(t.owner, tables, name, own),
      other: await fillTable(t.owner, tables, name, other),
      fresh: await newRow(t.owner, tables, name, own),
    })
  }
  for (const role of ['wm_app', 'wm_platform'] as const) {
    const client = new pg.Client(roleUrl(t.ownerUrl, role, TEST_SECRET))
    await client.connect()
    clients.set(role, client)
  }
})
afterAll(async () => {
  for (const client of clients.values()) await client.end()
  await t.drop()
  console.info(`tenant rows: ${tables.length} tables, ${cases} cases`)
})

const SETTING = { wm_app: 'app.tenant_id', wm_platform: 'app.tenant_ids' }
type TenantRole = keyof typeof SETTING
const VERBS = ['select', 'insert', 'update', 'delete'] as const
const CONTEXTS = ['unset', 'empty', 'other', 'own'] as const

test.each(Object.keys(SETTING) as TenantRole[])(
  '%s reads and writes the rows of the tenant that is set, and no others, in every table',
  async (role) => {
    const wrong: string[] = []
    for (const { name } of tables) {
      for (const verb of VERBS) {
        for (const context of CONTEXTS) {
          const [seen, expected] = [
            await attempt(role, name, verb, context),
            await expectedOf(role, name, verb, context),
          ]
          cases += 1
          if (!expected.includes(seen)) wrong.push(`${verb} ${name}, tenant ${context}: ${seen}`)
        }
      }
    }
    expect(wrong).toEqual([])
  },
)

test('a row cannot be moved to another tenant, nor written with another tenant’s id', async () => {
  for (const role of clients.keys()) {
    for (const { name } of tables) {
      expect(await attempt(role, name, 'update', 'own', `tenant_id = ${other}`)).toMatch(
        /refused|denied/,
      )
    }
  }
})

test('the platform’s list of several tenants opens these and no others', async () => {
  const third = (await aTenant(t.db)).id
  await fillTable(t.owner, tables, 'users', third)
  const client = clientOf('wm_platform')
  await client.query(`begin; select set_config('app.tenant_ids', '{${own},${other}}', true)`)
  const { rows } = await client.query('select distinct tenant_id from users order by 1')
  await client.query('rollback')
  expect(rows.map(({ tenant_id }) => tenant_id)).toEqual([own, other])
})

/** Answers whether the own tenant's rows were touched, or how it was refused. */
async function attempt(
  role: TenantRole,
  name: string,
  verb: (typeof VERBS)[number],
  context: (typeof CONTEXTS)[number],
  change = 'tenant_id = tenant_id',
): Promise<string> {
  const client = clientOf(role)
  const fresh = rows.get(name)?.fresh ?? {}
  const table = pg.escapeIdentifier(name)
  const statements = {
    select: `select from ${table} where tenant_id = ${own}`,
    update: `update ${table} set ${change} where tenant_id = ${own}`,
    delete: `delete from ${table} where tenant_id = ${own}`,
    insert: insertOf(name, fresh),
  }
  await client.query('begin')
  try {
    await enter(client, role, context)
    const values = verb === 'insert' ? Object.values(fresh) : []
    const { rowCount } = await client.query(statements[verb], values)
    return rowCount === 0 ? 'no rows' : 'rows'
  } catch (error) {
    return refusalOf(error, verb)
  } finally {
    await client.query('rollback')
  }
}

async function enter(client: pg.Client, role: TenantRole, context: (typeof CONTEXTS)[number]) {
  if (context === 'unset') return
  const tenant = { empty: '', other: String(other), own: String(own) }[context]
  const value = role === 'wm_app' || tenant === '' ? tenant : `{${tenant}}`
  await client.query('select set_config($1, $2, true)', [SETTING[role], value])
}

function refusalOf(error: unknown, verb: string): string {
  if (!(error instanceof pg.DatabaseError)) throw error
  // Another table still refers to the row: the database saw it.
  if (error.code === '23503' && verb === 'delete') return 'rows'
  if (error.code !== '42501') return String(error.code)
  return error.message.includes('row-level') ? 'refused' : 'denied'
}

async function expectedOf(
  role: TenantRole,
  name: string,
  verb: (typeof VERBS)[number],
  context: (typeof CONTEXTS)[number],
): Promise<string[]> {
  const { rows } = await t.owner.query(`select has_table_privilege($1, $2::text, $3) as granted`, [
    role,
    name,
    verb,
  ])
  if (rows[0]?.granted !== true) return ['denied']
  if (context === 'own') return ['rows']
  return verb === 'insert' ? ['refused'] : ['no rows']
}

function clientOf(role: TenantRole): pg.Client {
  const client = clients.get(role)
  if (!client) throw new Error(`${role} is not connected.`)
  return client
}

/**
 * Inserts one valid row of any table for a tenant, and first the rows that it refers to. Values come from the
 * catalogue, so a new table seldom needs a line here.
 */
async function fillTable(
  client: pg.ClientBase,
  tables: readonly Table[],
  name: string,
  tenantId: number,
  given: Row = {},
): Promise<Row> {
  const row = await newRow(client, tables, name, tenantId, given)
  const { rows } = await client.query<Row>(`${insertOf(name, row)} returning *`, Object.values(row))
  return rows[0] ?? {}
}

/** A row that could be inserted, with what is given: what it refers to is there. */
async function newRow(
  client: pg.ClientBase,
  tables: readonly Table[],
  name: string,
  tenantId: number,
  given?: Row,
): Promise<Row> {
  const table = tables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`There is no table ${name}.`)
  const row: Row = { tenant_id: tenantId, ...ALSO[name]?.(), ...given }
  for (const { target, columns, targetColumns } of table.foreignKeys) {
    const isNeeded = columns.every((column) =>
      table.columns.some(({ name, isRequired }) => name === column && isRequired),
    )
    if (!isNeeded || columns.every((column) => column in row)) continue
    const there =
      target === 'tenants' ? { id: tenantId } : await parentOf(client, tables, target, tenantId)
    columns.forEach((column, index) => (row[column] ??= there[targetColumns[index] ?? '']))
  }
  for (const column of table.columns) if (column.isRequired) row[column.name] ??= valueOf(column)
  return row
}

/** A tenant's newest row of the table, made if there is none; the terms are everybody's. */
async function parentOf(
  client: pg.ClientBase,
  tables: readonly Table[],
  name: string,
  tenantId: number,
): Promise<Row> {
  if (!tables.some((table) => table.name === name)) {
    const { rows } = await client.query<Row>(`select * from ${pg.escapeIdentifier(name)} limit 1`)
    return rows[0] ?? {}
  }
  return await fillTable(client, tables, name, tenantId)
}

function insertOf(name: string, row: Row): string {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return `insert into ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) values (${places.join(', ')})`
}

function valueOf({ type, words }: Column): unknown {
  const make = VALUES[type]
  if (!make) throw new Error(`Say in fill-table.ts what a value of type ${type} looks like.`)
  return words[0] ?? make()
}
