import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { waymark } from '#cli/waymark.ts'
import { queues } from '#queues.ts'
import { entriesOf, jsonOf, storedIn, withManifest } from '#testing/archived.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { aMovingOrganisation } from '#testing/moving.ts'
import { HOSTILE_BY_COLUMN, HOSTILE_BY_TYPE, hostileJson } from '#testing/hostile-values.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import type { Entry } from './archive.ts'
import { readCatalogue } from './catalogue.ts'
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
const seen = { values: 0, refused: 0, corrected: 0, leftOut: 0, takenOver: 0 }
afterAll(() => {
  if (process.env.PROOF !== undefined)
    console.log(
      `hostile archive: ${seen.values} values in ${catalogue.types.size} columns, ${seen.refused} refused, ${seen.corrected} corrected, ${seen.leftOut} left out, ${seen.takenOver} taken over`,
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

/** The entries with another value in the first row of a table. */
function withValue(table: string, column: string, value: string): Entry[] {
  const index = catalogue.tables.get(table)?.indexOf(column) ?? -1
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
  ]
}

/** The first value that isn't null. */
function jsonIn(table: string, column: string): string {
  const index = catalogue.tables.get(table)?.indexOf(column) ?? -1
  const rows = honest.filter(({ name }) => name.split('/')[1] === table)
  const fields = rows.flatMap(({ bytes }) =>
    String(bytes)
      .split('\n')
      .map((row) => row.split('\t')[index]),
  )
  const found = fields.find((field) => field !== undefined && field !== String.raw`\N`) ?? ''
  return found.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

/** In `npm test` one value for each column, and for columns of one type different ones. */
function chosen(values: string[], index: number): string[] {
  return process.env.PROOF === undefined ? values.slice(index % values.length).slice(0, 1) : values
}

test.each(COLUMNS.map((column, index) => [...column, index] as const))(
  'no hostile value in %s is taken over',
  async (place, table, column, index) => {
    const values = hostileFor(place, [table, column])
    expect(values).not.toEqual([])
    const takenOver: string[] = []
    for (const value of chosen(values, index)) {
      const shown = await tried(withValue(table, column, value))
      const isCorrected = shown?.includes(`Corrected: ${place} in 1 row`) === true
      seen.values += 1
      seen.refused += Number(shown === undefined)
      seen.corrected += Number(isCorrected)
      const isLeftOut = shown?.includes('Left out') === true
      seen.leftOut += Number(isLeftOut)
      if (shown !== undefined && !isCorrected && !isLeftOut) takenOver.push(value.slice(0, 2000))
    }
    seen.takenOver += takenOver.length
    expect(takenOver).toEqual([])
  },
  120_000,
)

test('nothing of all that stays', async () => {
  expect(await target.sql`select from users where tenant_id = ${tenant.id}`).toEqual([])
  expect(await storedIn(target.filesDir)).toEqual([])
  expect(jsonOf(honest, 'organisation.json')).toMatchObject({ tenant: { domain: 'moving' } })
})
