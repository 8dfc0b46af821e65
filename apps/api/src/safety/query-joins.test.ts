import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { copyDatabase } from '#testing/database.ts'

// `npm run db:queries` writes the listing. Every key starts with the tenant, so PostgreSQL finds no row of a join
// without it by its key: in a large installation it reads the table instead.
const LISTING = resolve(import.meta.dirname, '../../queries')

/** Why these may join or compare without the tenant. */
const EXCEPTIONS: Record<string, string> = {
  'features/insight/dashboard/levels.queries.ts listOwners':
    'the owners are organisations, or users of the one organisation that the condition names',
  'features/people/access.queries.ts listAdminUsers':
    'an auditor of the platform is assigned to another organisation',
  'features/organisations/tenants/organisations.queries.ts listAuditorNames':
    'auditors belong to the platform, which both sides name',
  'support/unfinished-jobs.queries.ts findJobTenant': 'a job names its organisation in its data',
  'support/unfinished-jobs.queries.ts listUnfinishedJobs':
    'a job names its organisation in its data',
}

const { owner, close } = await copyDatabase()
const { rows } = await owner.query<{ name: string }>(
  `select table_name as name from information_schema.columns
   where table_schema = 'public' and column_name = 'tenant_id' union select 'tenants'`,
)
await close()
const tables = new Set(rows.map(({ name }) => name))

const statements = readdirSync(LISTING)
  .flatMap((file) => readFileSync(resolve(LISTING, file), 'utf8').split('\n\n'))
  .map((part) => {
    const [head = '', ...lines] = part.split('\n')
    return {
      place: head.slice(3),
      text: lines.join(' ').replaceAll(/\s+/g, ' ').replaceAll('"', ''),
    }
  })

const CLAUSE =
  /^ (?:(?:left |right |full |inner |cross )?join|where|group by|order by|having|limit|offset|union|returning|window|on conflict|set)\b/

/** The part of a statement from here to the next clause, or to the end of the brackets around it. */
function clauseAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    const isEnd = text[at] === ';' || CLAUSE.test(text.slice(at, at + 20))
    if (depth < 0 || (depth === 0 && isEnd)) return text.slice(start, at)
  }
  return text.slice(start)
}

/** `a.tenant_id = b.tenant_id`, `t.id = a.tenant_id`, or one tenant or two that are given. */
const NAMES_TENANT =
  /\btenant_id = (?:\w+\.(?:tenant_id|id)\b|\w+\.\w+\[\d\]|\?)|\b\w+\.id = \w+\.tenant_id\b|\btenant_id in \(\w+\.tenant_id, /

/** Joins of tables that don't name the tenant. */
function joinsWithout(text: string): string[] {
  return [...text.matchAll(/(?<!cross )join (?=(\w+) )/g)].flatMap(
    ({ 0: word, 1: table = '', index }) => {
      const join = clauseAt(text, index + word.length)
      return !tables.has(table) || NAMES_TENANT.test(join) ? [] : [`join ${join}`]
    },
  )
}

/** Comparisons with a selection of ids without their tenants. */
function selectionsWithout(text: string): string[] {
  return [
    ...text.matchAll(
      /(\([\w., ]+\)|[\w.]+) (?:not )?(?:in \(|(?:=|<>) (?:any|all)\(array\() ?select ([\w.]+)/g,
    ),
  ].flatMap(([found, left = '', column = '']) =>
    /tenant_id/.test(left) || /(tenant|organisation)_id$/.test(column) ? [] : [found],
  )
}

test('every join of tables and every comparison with selected ids names the tenant', () => {
  const faults = statements
    .filter(({ place }) => !(place in EXCEPTIONS))
    .flatMap(({ place, text }) =>
      [...joinsWithout(text), ...selectionsWithout(text)].map((fault) => `${place}: ${fault}`),
    )
  expect(faults).toEqual([])
})

test('every exception is still needed', () => {
  const needed = new Set(
    statements
      .filter(({ text }) => joinsWithout(text).length + selectionsWithout(text).length > 0)
      .map(({ place }) => place),
  )
  expect(Object.keys(EXCEPTIONS).filter((place) => !needed.has(place))).toEqual([])
})

test.each([
  ['select from reports r join users u on u.id = r.user_id where r.tenant_id = ?'],
  ['select from reports r left join users as u on u.tenant_id = any(?) and u.id = r.user_id'],
  ['select from reports r where r.content_set_id = any(array( select c.id from content_sets c))'],
  ['select from reports r where r.user_id in (select id from users)'],
])('a fault is found: %s', (text) => {
  expect([...joinsWithout(text), ...selectionsWithout(text)]).toHaveLength(1)
})
