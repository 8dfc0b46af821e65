import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type Injector,
  type PluginContext,
  PluginKind,
  commonTokens,
  declareFactoryPlugin,
  tokens,
} from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { coverageOf } from './coverage.ts'
import { placeOf } from './list-mutants.ts'

const drawn = new Set<string>(JSON.parse(readFileSync(process.env.DRAWN_MUTANTS ?? '', 'utf8')))

createRunner.inject = tokens(commonTokens.injector)

/** Vitest's runner for a server that starts while a test file loads, and only for mutants of the draw. */
function createRunner(injector: Injector<PluginContext>): TestRunner {
  const [vitest] = vitestPlugins
  if (vitest === undefined) throw new Error('The plugin of Vitest is missing.')
  const log = injector.resolve(commonTokens.getLogger)('mutants')
  const inner = injector.injectFunction(vitest.factory)
  return {
    capabilities: () => inner.capabilities(),
    init: async () => await inner.init?.(),
    dispose: async () => await inner.dispose?.(),
    async dryRun(options) {
      const result = await inner.dryRun(options)
      if (result.status !== DryRunStatus.Complete) return result
      const tests = result.tests.filter(({ status }) => status !== TestStatus.Failed)
      for (const { id } of result.tests.filter((test) => !tests.includes(test)))
        log.warn(`Left out, because it fails without a mutant: ${id}`)
      return { ...result, tests, mutantCoverage: coverageOf(tests, result.mutantCoverage, options) }
    },
    async mutantRun(options) {
      const { fileName, ...change } = options.activeMutant
      const file = relative(process.cwd(), fileName).replaceAll('\\', '/')
      if (!drawn.has(placeOf({ ...change, file })))
        return { status: MutantRunStatus.Survived, nrOfTests: 0 }
      // For the sequencer, which runs in this process.
      process.env.MUTATED_FILE = file
      return withErrors(await inner.mutantRun({ ...options, mutantActivation: 'static' }))
    },
  }
}

/** A test file that can't load notices the mutant too. */
function withErrors(result: MutantRunResult): MutantRunResult {
  if (result.status !== MutantRunStatus.Error || !/outside of a test run/.test(result.errorMessage))
    return result
  const { errorMessage: failureMessage } = result
  return { status: MutantRunStatus.Killed, killedBy: [], failureMessage, nrOfTests: 0 }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'with-server', createRunner),
]
