import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './web-faults.ts'

/** The tests that come to a fault's place, by the fault's id. */
export type Reached = Map<string, Set<string>>

/** Runs all browser tests without a fault. Only tests that pass so can notice one. */
export function readReached(copy: string): Reached {
  const file = join(copy, 'reached.jsonl')
  const { failed } = runBrowserTests(copy, [], { FAULTS_REACHED: file })
  const reached: Reached = new Map()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [test, ids] = JSON.parse(line) as [string, string[]]
    if (failed.some(({ place }) => place === test)) continue
    for (const id of ids) reached.set(id, (reached.get(id) ?? new Set()).add(test))
  }
  return reached
}

/** The first unit test of the web that fails with the fault. */
export function noticedByUnitTest(copy: string, { id, file }: Fault): string | undefined {
  const report = join(copy, `unit-${id}.json`)
  const { status } = spawnSync(
    'vitest',
    [
      'related',
      join('apps/web/src', file),
      '--run',
      '--project=unit',
      '--bail=1',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    // A fault may make a loop endless.
    { cwd: copy, env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: id }, timeout: 120_000 },
  )
  if (status === 0) return undefined
  if (!existsSync(report)) return 'the unit tests, which come to no end'
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string
      status: string
      assertionResults: { fullName: string; status: string }[]
    }[]
  }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return (
    tests.find((test) => test.status === 'failed')?.fullName ??
    testResults.find((file) => file.status === 'failed')?.name ??
    'the unit tests'
  )
}

/** The first browser test that fails with the fault, twice: once may be a busy machine’s doing. */
export function noticedByBrowserTest(
  copy: string,
  { id }: Fault,
  tests: Set<string>,
): string | undefined {
  if (tests.size === 0) return undefined
  const options = [...tests, '--max-failures=1', '--retries=1']
  const [first] = runBrowserTests(copy, options, { FAULT: id }).failed
  return first && `${first.place} ${first.title}`
}

type Suite = {
  specs: { file: string; line: number; title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

function runBrowserTests(copy: string, options: string[], extra: Record<string, string>) {
  const report = join(copy, 'browser-tests.json')
  rmSync(report, { force: true })
  // `npm run proof` sets PROOF, with which only the long tests run.
  const { PROOF: _, ...env } = process.env
  const { status, stderr } = spawnSync(
    'playwright',
    ['test', '--config=mutants.config.ts', ...options],
    {
      cwd: join(copy, 'e2e'),
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, E2E_REPORT: report, ...extra },
    },
  )
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] }
  const failed = suites.flatMap(specsOf).filter(({ tests }) => tests[0]?.status === 'unexpected')
  if (status !== 0 && failed.length === 0)
    throw new Error(`The browser tests can’t be run.\n${stderr}`)
  return {
    failed: failed.map(({ file, line, title }) => ({ place: `${file}:${line}`, title })),
  }
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}
