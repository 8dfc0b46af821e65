import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult, Position } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { ROOT, copyCheckout } from './copy-checkout.ts'
import { type Mutant, draw, listMutants, placeOf } from './list-mutants.ts'
import { printResults } from './print-results.ts'
import { runWeb } from './web.ts'

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e8)) },
    count: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
})
const RULES = ['packages/rules/src/**/*.ts']
const API = [
  'apps/api/src/{features,support}/**/*.ts',
  'apps/api/src/core/{access-token,context,handle,host-tenant,jobs,permissions,request-origin,request-tenant}.ts',
  'apps/api/src/queues.ts',
]
const REMEMBERED = join(ROOT, 'tmp/mutants')

const copy = copyCheckout()
process.chdir(copy)
mkdirSync(REMEMBERED, { recursive: true })
let isGood = true
try {
  if (isWanted('rules')) {
    const mutants = await listMutants(copy, sourcesOf(RULES), [])
    isGood = (await run('rules', 'packages/rules', mutants, 95)) && isGood
  }
  if (isWanted('api')) {
    // A text or a list of options is what a test would only repeat.
    const all = await listMutants(copy, sourcesOf(API), ['StringLiteral', 'ObjectLiteral'])
    const title = `${values.count} of ${all.length} of the API, --seed ${values.seed}`
    const drawn = draw(all, Number(values.count), values.seed)
    isGood = (await run(`api-${values.seed}`, title, drawn, 90)) && isGood
  }
  if (isWanted('web')) isGood = (await runWeb(copy, values.seed)) && isGood
} finally {
  process.chdir(ROOT)
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1

function isWanted(part: 'rules' | 'api' | 'web'): boolean {
  return values.only === undefined || values.only === part
}

function sourcesOf(patterns: string[]): string[] {
  return globSync(patterns, { cwd: copy })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
}

async function run(name: string, title: string, mutants: Mutant[], goal: number) {
  console.log(`\n── ${title}: ${mutants.length} mutants`)
  const started = performance.now()
  const drawn = new Map(mutants.map((mutant) => [placeOf(mutant), mutant]))
  process.env.DRAWN_MUTANTS = join(copy, 'drawn.json')
  writeFileSync(process.env.DRAWN_MUTANTS, JSON.stringify([...drawn.keys()]))
  const results = await new Stryker({
    mutate: [...new Set(mutants.map(name === 'rules' ? ({ file }) => file : rangeOf))],
    mutator: { excludedMutations: name === 'rules' ? [] : ['StringLiteral', 'ObjectLiteral'] },
    inPlace: true,
    disableTypeChecks: false,
    testRunner: 'with-server',
    plugins: [
      import.meta.resolve('@stryker-mutator/vitest-runner'),
      join(copy, 'bench/proof/mutants/runner.ts'),
    ],
    vitest: {
      configFile: `bench/proof/mutants/${name === 'rules' ? 'rules' : 'api'}.config.ts`,
      related: false,
    },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: join(REMEMBERED, `${name}.json`),
    // A worker waits for its database half of the time, and its modules of all tests take much memory.
    concurrency: 3,
    testRunnerNodeArgs: ['--max-old-space-size=8192'],
    timeoutMS: 60_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 90,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest()
  const found = results.flatMap((result) => {
    const mutant = drawn.get(placeOf({ ...result, ...startingAtZero(result) }))
    return mutant ? [{ mutant, result }] : []
  })
  return printResults(found, goal, (performance.now() - started) / 1000)
}

/** Results count lines and columns from 1. */
function startingAtZero({ fileName, location: { start, end } }: MutantResult) {
  const less = ({ line, column }: Position) => ({ line: line - 1, column: column - 1 })
  return { file: relative(copy, fileName), location: { start: less(start), end: less(end) } }
}

function rangeOf({ file, location: { start, end } }: Mutant): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
}
