import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { CoverageData, MutantCoverage } from '@stryker-mutator/api/core'
import type { DryRunOptions, TestResult } from '@stryker-mutator/api/test-runner'
import { HOOKS, LOADING } from './phases.ts'

type Reached = Map<string, Set<string>>

/** Which tests reach each mutant, also by what their file runs while it loads and in hooks. */
export function coverageOf(
  tests: readonly TestResult[],
  coverage: MutantCoverage | undefined,
  { files = [] }: DryRunOptions,
): MutantCoverage {
  const all = tests.map(({ id }) => id)
  const testsOf = Map.groupBy(all, fileOf)
  const reached: Reached = new Map()
  const loading: Reached = new Map()
  const hits = new Map<string, number>()
  for (const { id, mutant, count } of hitsOf(coverage)) {
    const phase = id.split('#')[1] ?? ''
    add(reached, mutant, testsFor(id, phase))
    if (phase === LOADING) add(loading, mutant, [fileOf(id)])
    hits.set(mutant, (hits.get(mutant) ?? 0) + count)
  }
  function testsFor(id: string, phase: string): string[] {
    const tests = testsOf.get(fileOf(id)) ?? []
    return phase === LOADING || phase === HOOKS ? tests : tests.filter((test) => test === id)
  }
  addTestsOfRooms(reached, loading, all, files)
  return { static: {}, perTest: byTest(reached, hits) }
}

/**
 * A module loads only for the first file that imports it, and threads don't say what they reach: both are tried with the
 * tests of their room.
 */
function addTestsOfRooms(
  reached: Reached,
  loading: Reached,
  tests: string[],
  files: readonly string[],
): void {
  for (const file of files)
    for (const mutant of mutantsIn(file))
      if (loading.get(mutant)?.size === 1 || !reached.has(mutant))
        add(reached, mutant, testsOfRoom(tests, file))
}

function hitsOf(coverage: MutantCoverage | undefined) {
  return Object.entries(coverage?.perTest ?? {}).flatMap(([id, mutants]) =>
    Object.entries(mutants).map(([mutant, count]) => ({ id, mutant, count })),
  )
}

function fileOf(testId: string): string {
  return testId.split('#')[0] ?? ''
}

function add(reached: Reached, mutant: string, tests: string[]): void {
  const known = reached.get(mutant) ?? new Set()
  for (const test of tests) known.add(test)
  reached.set(mutant, known)
}

/** The numbers of the mutants that the instrumenter has written into the file. */
function mutantsIn(file: string): Set<string> {
  const calls = readFileSync(file, 'utf8').matchAll(/stryMutAct_9fa48\("(\d+)"\)/g)
  return new Set([...calls].map(([, id = '']) => id))
}

/** Everything may use what is outside the features. */
function testsOfRoom(tests: string[], file: string): string[] {
  const folder = dirname(relative(process.cwd(), file)).replaceAll('\\', '/')
  const [room] = /^.*\/features\/[^/]+/.exec(folder) ?? []
  return room === undefined ? tests : tests.filter((id) => id.startsWith(`${room}/`))
}

/** Each test carries all hits of the mutant, because their sum only has to exceed what is usual. */
function byTest(reached: Reached, hits: Map<string, number>) {
  const perTest: Record<string, CoverageData> = {}
  for (const [mutant, tests] of reached)
    for (const test of tests) (perTest[test] ??= {})[mutant] = hits.get(mutant) ?? 1_000_000
  return perTest
}
