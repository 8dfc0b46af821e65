import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files that share a worker's modules. They begin right after the files that don't. */
const LONG = /\/(access-matrix|contract-fuzz|cli\.|backup\.)/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.config.isolate ? 0 : LONG.test(moduleId) ? 1 : 2
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** For a busy machine: only what hangs takes so long. */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
}

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: a test often waits for its database.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: 'apps/web/src/testing/own-globals.ts',
          pool: 'threads',
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          globalSetup: 'apps/api/src/testing/cluster.ts',
          setupFiles: 'apps/api/src/testing/record-queries.ts',
          pool: 'threads',
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: { name: 'scripts', include: ['scripts/**/*.test.ts'], ...PATIENCE },
      },
    ],
  },
})
