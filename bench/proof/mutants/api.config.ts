import { dirname, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = `${import.meta.dirname}/../../..`

/** The tests beside the mutated file come first, because they usually notice. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const distance = ({ moduleId }: TestSpecification) =>
      relative(dirname(`${ROOT}/${process.env.MUTATED_FILE ?? ''}`), moduleId)
        .split('/')
        .filter((part) => part === '..').length
    return (await super.sort(files)).sort((a, b) => distance(a) - distance(b))
  }
}

export default defineConfig({
  test: {
    root: ROOT,
    include: ['apps/api/src/**/*.test.ts'],
    // Slow, and reach everything without looking at it.
    exclude: ['apps/api/src/{safety,cli,backup,db,demo}/**', '**/node_modules/**'],
    globalSetup: 'apps/api/src/testing/cluster.ts',
    setupFiles: 'bench/proof/mutants/setup.ts',
    sequence: { sequencer: NearestFirst },
    isolate: false,
    // A mutant is noticed if a test fails twice, so that a busy machine notices none.
    retry: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
