import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { waymark } from '#cli/waymark.ts'
import { StartError } from '#start-error.ts'
import { queues } from '#queues.ts'
import { entriesOf, jsonOf, storedIn, withManifest } from '#testing/archived.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { aMovingOrganisation } from '#testing/moving.ts'
import { HOSTILE_BY_COLUMN, HOSTILE_BY_TYPE, MARKED, hostileJson } from '#testing/hostile-values.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import type { Entry } from './archive.ts'
import { readCatalogue } from './catalogue.ts'
import { checkRows } from './check-rows.ts'
import { needsRule } from './check-value.ts'
import { RULES } from './column-rules.ts'
import { importOrganisation } from './import-organisation.ts'
import type { ArchivedFile } from './read-tar.ts'

// A hand-made archive with a fitting manifest, one hostile value at a time.

const source = await testApp({ works: false })
const target = await testApp({ works: false })
await target.sql`select setval('ids', ${900_000_000_000})`
/** Someone in the installation that the archive arrives at. */
const stranger = await aUser(target.db, { tenant: await aTenant(target.db) })
const folder = await mkdtemp(join(tmpdir(), 'waymark-hostile-'))
afterAll(() => rm(folder, { recursive: true }))
const { tenant } = await aMovingOrganisation(source, 'moving')
const file = join(folder, 'moving.tar.gz')
await waymark(['tenant', 'export', 'moving', '--out', file], {
  DATABASE_URL: source.ownerUrl,
  WAYMARK_SECRET: TEST_SECRET,
  DATA_DIR: join(source.filesDir, '..'),
})
const honest = await entriesOf(file)
const catalogue = await readCatalogue(target.owner)
const seen = { values: 0, corrected: 0, leftOut: 0, takenOver: 0 }
afterAll(() => {
  if (process.env.PROOF !== undefined)
    console.log(
      `hostile archive: ${seen.values} values in ${catalogue.types.size} columns, ${seen.corrected} corrected, ${seen.leftOut} left out, ${seen.takenOver} taken over`,
    )
})

async function* asFiles(entries: readonly Entry[]): AsyncGenerator<ArchivedFile> {
  for (const { name, bytes } of entries)
    yield {
      name,
      size: bytes.length,
      chunks: (async function* () {
        yield bytes
      })(),
    }
}

/** What an import would bring, unless it is refused. Nothing stays. */
async function tried(entries: readonly Entry[]): Promise<string | undefined> {
  const { app, ownerUrl } = target
  let shown: string | undefined
  const error = await importOrganisation(asFiles(entries), {
    ownerUrl,
    rolePrefix: 'wm',
    secrets: [TEST_SECRET],
    queues,
    files: app.adapters.files,
    isActive: false,
    pools: app.pools,
    label: undefined,
    trust: undefined,
    confirm: async (summary) => {
      shown = summary.lines.join('\n')
      throw new Error('asked')
    },
  }).then(
    () => new Error('imported'),
    (reason: Error) => reason,
  )
  expect([error.name, error.message === 'asked'], error.stack).toEqual(
    shown === undefined ? ['StartError', false] : ['Error', true],
  )
  expect(error.message).not.toMatch(/[^\P{Cc}]|.{600}/u)
  return shown
}

const written = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')

const indexOf = (table: string, column: string) =>
  catalogue.tables.get(table)?.indexOf(column) ?? -1

/** The entries with another value in the first row of a table. */
function withValue(table: string, column: string, value: string): Entry[] {
  const index = indexOf(table, column)
  const changed = honest.map(({ name, bytes }) => {
    if (name !== `tables/${table}/000001`) return { name, bytes }
    const [first = '', ...rest] = String(bytes).split('\n')
    const fields = first.split('\t')
    fields[index] = written(value)
    return { name, bytes: Buffer.from([fields.join('\t'), ...rest].join('\n')) }
  })
  return withManifest(changed)
}

test('an honest archive passes, and has a row in every table', async () => {
  expect(await tried(withManifest(honest))).toMatch(/^moving \(moving, active/)
  const tables = new Set(honest.map(({ name }) => name.split('/')[1]))
  const empty = [...catalogue.tables.keys()].filter((table) => !tables.has(table))
  expect(empty).toEqual([])
})

test('every column whose type says nothing about its values has a rule, and each rule a column', () => {
  const ruled = [...catalogue.types].filter(([place, type]) => needsRule(type) && isMoved(place))
  expect(ruled.map(([place]) => place).filter((place) => !(place in RULES))).toEqual([])
  expect(Object.keys(RULES).filter((place) => !isMoved(place))).toEqual([])
})

function isMoved(place: string): boolean {
  const [table = '', column = ''] = place.split('.')
  return catalogue.tables.get(table)?.includes(column) ?? false
}

const COLUMNS = [...catalogue.tables].flatMap(([table, columns]) =>
  columns.map((column) => [`${table}.${column}`, table, column] as const),
)

/** Where the id of someone else is only a number, or is replaced, which the test of connections shows. */
const WITHOUT_IDS = new Set([
  'tenants.attachment_quota',
  'authenticators.last_step',
  'sso_connections.people_tenant_id',
])

function hostileFor(place: string, [table, column]: readonly [string, string]): string[] {
  const type = catalogue.types.get(place) ?? ''
  const isId = type === 'bigint' && !WITHOUT_IDS.has(place)
  const isWord = RULES[place] !== undefined && RULES[place] === RULES['reviews.status']
  return [
    ...(HOSTILE_BY_COLUMN[place] ?? []),
    ...(isId ? [String(stranger.id)] : []),
    ...(isWord ? ['no-such-word'] : []),
    ...(HOSTILE_BY_TYPE[type] ?? []),
    ...(type === 'jsonb' || place === 'reports.snapshot' ? hostileJson(jsonIn(table, column)) : []),
  ].filter((value) => place !== 'reports.snapshot' || !value.includes(MARKED))
}

/** The first value that isn't null. */
function jsonIn(table: string, column: string): string {
  const index = indexOf(table, column)
  const rows = honest.filter(({ name }) => name.split('/')[1] === table)
  const fields = rows.flatMap(({ bytes }) =>
    String(bytes)
      .split('\n')
      .map((row) => row.split('\t')[index]),
  )
  const found = fields.find((field) => field !== undefined && field !== String.raw`\N`) ?? ''
  return found.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

const FILE_NAMES = '"name":"minutes.txt","file_name":"minutes.txt"'

/** The values to import: one that the check of rows lets through as it is, or one of each table. In a proof all. */
function chosen(values: string[], passed: string[], [isFirst, index]: [boolean, number]): string[] {
  if (process.env.PROOF !== undefined) return values
  const some = isFirst && passed.length === 0 ? values : passed
  return some.slice(index % some.length).slice(0, 1)
}

/** What the check of a row makes of a value. Undefined if it refuses it. */
async function checked(table: string, column: string, value: string): Promise<string | undefined> {
  const entry = honest.find(({ name }) => name === `tables/${table}/000001`)
  const fields = String(entry?.bytes).split('\n')[0]?.split('\t') ?? []
  const row = Object.fromEntries(
    (catalogue.tables.get(table) ?? []).map((name, at) => [name, fields[at] ?? null] as const),
  )
  const { check } = checkRows({ tenantId: tenant.id, isTrusted: false, types: catalogue.types })
  const others = Object.entries(row).map(([name, field]) => [name, isFixed(name) ? field : null])
  const given = { ...Object.fromEntries(others), [column]: value }
  const kept = await check(table, given, 1).catch((error: unknown) => {
    if (error instanceof StartError) return undefined
    throw error
  })
  return kept?.[column] ?? undefined
}

/** Columns that the check of others needs. */
const isFixed = (name: string) => ['id', 'tenant_id', 'kind'].includes(name)

test.each(COLUMNS.map((column, index) => [...column, index] as const))(
  'no hostile value in %s is taken over',
  async (place, table, column, index) => {
    const values = hostileFor(place, [table, column])
    expect(values).not.toEqual([])
    const kept = await Promise.all(values.map((value) => checked(table, column, value)))
    const passed = values.filter((value, at) => kept[at] === value)
    const isFirst = column === catalogue.tables.get(table)?.[0]
    const takenOver: string[] = []
    for (const value of chosen(values, passed, [isFirst, index])) {
      const shown = await tried(withValue(table, column, value))
      const isCorrected = shown?.includes(`Corrected: ${place} in 1 row`) === true
      const isLeftOut = shown?.includes('Left out') === true
      seen.corrected += Number(isCorrected)
      seen.leftOut += Number(isLeftOut)
      if (shown !== undefined && !isCorrected && !isLeftOut) takenOver.push(value.slice(0, 2000))
    }
    seen.values += values.length
    seen.takenOver += takenOver.length
    expect(takenOver).toEqual([])
  },
  120_000,
)

test('a report of an earlier version passes, whose files have one name, and one with two other names doesn’t', async () => {
  const report = jsonIn('reports', 'snapshot')
  const named = (names: string) =>
    tried(withValue('reports', 'snapshot', report.replace(FILE_NAMES, names)))
  expect(report).toMatch(FILE_NAMES)
  expect(await named('"name":"minutes.txt"')).toMatch(/^moving/)
  expect(await named('"name":"other.txt","file_name":"minutes.txt"')).toBeUndefined()
})

test('a report of an earlier version passes whose texts have thousands of accents on a letter', async () => {
  const report = jsonIn('reports', 'snapshot')
  const marked = report.replaceAll('"title":"', `"title":"${MARKED}`)
  expect(marked).toContain(MARKED)
  expect(await tried(withValue('reports', 'snapshot', marked))).toMatch(/^moving/)
})

test('a label that clears the screen is refused, and not shown', async () => {
  const entries = honest.map(({ name, bytes }) => {
    if (name !== 'organisation.json') return { name, bytes }
    return {
      name,
      bytes: Buffer.from(String(bytes).replaceAll('"moving"', String.raw`"\u001b[2J"`)),
    }
  })
  expect(await tried(entries)).toBeUndefined()
})

test('nothing of all that stays', async () => {
  expect(await target.sql`select from users where tenant_id = ${tenant.id}`).toEqual([])
  expect(await storedIn(target.filesDir)).toEqual([])
  expect(jsonOf(honest, 'organisation.json')).toMatchObject({ tenant: { domain: 'moving' } })
})
