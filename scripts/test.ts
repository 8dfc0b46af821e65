import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Step = {
  name: string
  command: string[]
  cwd?: string
  env?: Record<string, string>
  count?: (report: unknown) => Count
}
type Time = { name: string; seconds: number }
type Count = {
  passed: number
  failed: number
  failures?: string[]
  pages?: string[]
  times?: Time[]
}
type Result = {
  duration: number
  attachments: { name: string; path?: string }[]
  errors: { message?: string; location?: { file: string; line: number } }[]
}
/** Playwright's report of a file or a group of tests. */
type Suite = {
  specs: { title: string; tests: { results: Result[] }[] }[]
  suites?: Suite[]
}

const SLOWEST = 10
const MEMORY = '/dev/shm'
const PREFIX = 'waymark-tests-'
/** Bytes of memory that must be free. The tests take less than a tenth. */
const ROOM = 4 * 2 ** 30
/** Lines of a failed page, and characters of what was expected of it. */
const SHOWN = 200
const SHORT = 600

const ROOT = resolve(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'waymark-reports-'))
const queries = mkdtempSync(join(tmpdir(), 'waymark-queries-'))
const databases = databaseFolder()
const [part = 'all', ...rest] = process.argv.slice(2)

const check: Step[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  // Its type check is the compiler's, which reads every file once for both.
  { name: 'lint and types', command: ['oxlint', '--type-aware', '--type-check'] },
  { name: 'unused code', command: ['knip'] },
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf('tests')}`,
    ],
    env: { QUERIES_DIR: queries, TMPDIR: databases },
    count: countVitest,
  },
  { name: 'listed queries', command: ['node', 'scripts/queries.ts', '--check', queries] },
]
const build: Step[] = [
  {
    name: 'web build',
    command: ['vite', 'build', '--logLevel', 'warn'],
    cwd: 'apps/web',
    env: { QUICK_BUILD: 'true' },
  },
  { name: 'web size', command: ['node', 'scripts/size.ts'] },
]
const e2e: Step[] = [
  {
    name: 'browser tests',
    command: ['playwright', 'test', ...orNone('--pass-with-no-tests'), ...rest],
    cwd: 'e2e',
    count: countPlaywright,
  },
]
const mutants: Step[] = [
  { name: 'mutants', command: ['node', 'bench/proof/mutants/run.ts', ...rest.slice(1)] },
]
const proof: Step[] = [
  ...build,
  {
    name: 'proof',
    command: [
      'vitest',
      'run',
      '--config=bench/proof/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf('proof')}`,
      ...orNone('--passWithNoTests'),
      ...rest,
    ],
    count: countVitest,
  },
  ...e2e,
]
if (process.argv.includes('--help')) {
  console.log(
    'npm test: runs all checks. npm run check, npm run e2e and npm run proof run one part; npm run e2e -- NAME runs one file.',
  )
  process.exit()
}
const steps =
  { all: [...check, ...build, ...e2e], check, e2e: [...build, ...e2e], proof: proofSteps() }[
    part
  ] ?? []
if (steps.length === 0) {
  console.error(
    `Unknown part: "${part}". Use check, e2e or proof. To run check and e2e, leave out the part.`,
  )
  process.exit(1)
}

const results = steps.map((step) => runStep(step))
for (const folder of [reports, queries, databases]) remove(folder)
console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`)
const times = results
  .flatMap(({ count }) => count.times ?? [])
  .toSorted((a, b) => b.seconds - a.seconds)
if (times.length > 0) console.log(`\nThe ${SLOWEST} slowest tests`)
for (const { name, seconds } of times.slice(0, SLOWEST))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`)
// Repeated at the end, below all other output.
for (const page of results.flatMap(({ count }) => count.pages ?? [])) console.log(`\n${page}`)
for (const failure of results.flatMap(({ count }) => count.failures ?? []))
  console.log(`\n✗ ${failure}`)
const total = (key: 'passed' | 'failed') =>
  results.reduce((sum, result) => sum + result.count[key], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1

function runStep({ name, command: [program = '', ...args], cwd = '.', env, count }: Step) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  // The project's own Node.js and tools come first.
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const { status } = spawnSync(program, args, {
    cwd: join(ROOT, cwd),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      PATH,
      E2E_REPORT: reportOf('browser tests'),
      ...(part === 'proof' && { PROOF: 'full' }),
    },
  })
  return {
    name,
    ok: status === 0,
    seconds: (performance.now() - started) / 1000,
    count: countOf(name, status === 0, count),
  }
}

/** In memory, where a database's 750 files take a twentieth of the CPU. A container's share may be too small. */
function databaseFolder(): string {
  try {
    for (const name of readdirSync(MEMORY)) if (isLeftOver(name)) remove(join(MEMORY, name))
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ROOM) return mkdtempSync(join(MEMORY, PREFIX))
  } catch {
    // Not on this system, or not for this user.
  }
  return mkdtempSync(join(tmpdir(), PREFIX))
}

/** Of a run that was killed. None takes so long. */
function isLeftOver(name: string): boolean {
  const age = () => Date.now() - statSync(join(MEMORY, name)).mtimeMs
  return name.startsWith(PREFIX) && age() > 3 * 3_600_000
}

function remove(folder: string) {
  rmSync(folder, { recursive: true, force: true })
}

/** Mutants run on their own, because they take an hour. */
function proofSteps(): Step[] {
  return rest[0] === 'mutants' ? mutants : proof
}

/** `npm run proof -- NAME` looks for the name in both suites. */
function orNone(option: string): string[] {
  return part === 'proof' ? [option] : []
}

/** A static check counts as one test, and so does a runner that failed outside its tests. */
function countOf(name: string, ok: boolean, count: Step['count']): Count {
  if (count === undefined) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  const counted = readCount(name, count)
  return { ...counted, failed: ok ? counted.failed : Math.max(counted.failed, 1) }
}

function readCount(name: string, count: (report: unknown) => Count): Count {
  try {
    return count(JSON.parse(readFileSync(reportOf(name), 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function reportOf(name: string): string {
  return join(reports, `${name}.json`)
}

function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as {
    numPassedTests: number
    numFailedTests: number
    testResults: {
      assertionResults: { fullName: string; duration?: number; failureMessages: string[] }[]
    }[]
  }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: tests
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n')),
    times: tests.map(({ fullName, duration = 0 }) => ({
      name: fullName,
      seconds: duration / 1000,
    })),
  }
}

function countPlaywright(report: unknown): Count {
  const { stats, suites } = report as {
    stats: { expected: number; unexpected: number }
    suites: Suite[]
  }
  const specs = suites.flatMap(specsOf)
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: specs.flatMap(errorsOf),
    pages: specs.flatMap(pagesOf),
    times: specs.map(({ title, tests }) => {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
      return { name: title, seconds: durations.reduce((sum, one) => sum + one, 0) / 1000 }
    }),
  }
}

function errorsOf({ title, tests }: Suite['specs'][number]): string[] {
  return tests
    .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
    .map(({ message = '', location }) =>
      [`${title}, line ${location?.line}`, stripVTControlCharacters(message).slice(0, SHORT)].join(
        '\n',
      ),
    )
}

/** What the pages of a failed test showed, where no one can open its screenshots. */
function pagesOf({ title, tests }: Suite['specs'][number]): string[] {
  return tests
    .flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))
    .flatMap(({ name, path }) => (name === 'error-context' && path !== undefined ? [path] : []))
    .filter((path) => existsSync(path))
    .map((path) => {
      const [, snapshot = ''] = readFileSync(path, 'utf8').split('# Page snapshot')
      return [title, ...snapshot.trim().split('\n').slice(0, SHOWN)].join('\n')
    })
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}
