import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// `npm run db:queries` runs the API's tests and writes the SQL of every query to apps/api/queries, for review.
// `node scripts/queries.ts --check FOLDER` compares it with what the tests have recorded in FOLDER.

const ROOT = resolve(import.meta.dirname, '..')
const LISTING = join(ROOT, 'apps/api/queries')

type Recorded = { file: string; name: string; text: string }
/** Statements by function, such as `features/people/user-list.queries.ts listUsers`. */
type Statements = Map<string, string[]>

const CLAUSE =
  /(?<!\b(?:delete|left|inner|cross))\s(?=(?:from|where|(?:left |inner |cross )?join|order by|group by|having|limit|returning|values|set|on conflict|union)\b)/g

const [option, given] = process.argv.slice(2)
if (option === '--check' && given !== undefined) check(recordedIn(given))
else write(recordedIn(runTests()))

function runTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-queries-'))
  const { status } = spawnSync('vitest', ['run', '--project=api'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, QUERIES_DIR: folder },
  })
  if (status !== 0) process.exit(1)
  return folder
}

function recordedIn(folder: string): Statements {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trim().split('\n'),
  )
  rmSync(folder, { recursive: true })
  const recorded = lines.map((line): Recorded => JSON.parse(line))
  const byPlace = Map.groupBy(recorded, ({ file, name }) => `${file} ${name}`)
  return new Map(
    [...byPlace].map(([place, all]) => [place, [...new Set(all.map(({ text }) => plain(text)))]]),
  )
}

/** In one line, without the number of values in a list. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\(\?(, \?)+\)/g, '(?, …)')
    .replaceAll(/\(\?, …\)(, \(\?, …\))+/g, '(?, …), …')
    .trim()
}

/** Of statements of one kind that differ in their conditions or columns, those with the fewest and the most. */
function extremes(texts: readonly string[]): string[] {
  const sorted = texts.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return [...Map.groupBy(sorted, kindOf).values()].flatMap((all) => [
    ...new Set([all[0] ?? '', all.at(-1) ?? '']),
  ])
}

/** What it does with which table. */
function kindOf(text: string): string {
  const [, verb = '', , table = ''] = /^(\w+).*?\b(from|into|update) "?(\w+)/.exec(text) ?? []
  return `${verb} ${table}`
}

function write(statements: Statements): void {
  rmSync(LISTING, { recursive: true, force: true })
  mkdirSync(LISTING)
  const places = [...statements.keys()].sort()
  for (const [room, own] of Map.groupBy(places, roomOf)) {
    const parts = own.map((place) =>
      [`-- ${place}`, ...extremes(statements.get(place) ?? []).map(lines)].join('\n'),
    )
    writeFileSync(join(LISTING, `${room}.sql`), `${parts.join('\n\n')}\n`)
  }
}

function roomOf(place: string): string {
  return /^features\/([^/]+)/.exec(place)?.[1] ?? 'support'
}

function lines(text: string): string {
  return `${text.replaceAll(CLAUSE, '\n  ')};`
}

function check(statements: Statements): void {
  const listed = new Map<string, string[]>()
  for (const file of readdirSync(LISTING))
    for (const part of readFileSync(join(LISTING, file), 'utf8').split('\n\n')) {
      const [head = '', ...rest] = part.split('\n')
      const texts = rest.join(' ').split(/;(?: |$)/)
      listed.set(head.slice(3), texts.map(plain).filter(Boolean))
    }
  // Of functions that send the same text, a worker of the tests notes the first.
  const sent = new Set([...statements.values()].flat())
  const known = new Set([...listed.values()].flat())
  const faults = [
    ...[...statements].flatMap(([place, texts]) =>
      listed.has(place) || texts.every((text) => known.has(text)) ? [] : [`new: ${place}`],
    ),
    ...[...listed].flatMap(([place, texts]) =>
      texts.every((text) => sent.has(text)) ? [] : [`other: ${place}`],
    ),
  ]
  if (faults.length === 0) return
  console.error(
    ['The listing of queries is out of date. Run npm run db:queries.', ...faults].join('\n'),
  )
  process.exitCode = 1
}
