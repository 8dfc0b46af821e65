import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Tests that kill and cut wait more than they compute, and their short files would come last, where one worker stands alone:
 * each beside one of the largest others.
 */
class FaultsAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const faults = sorted.filter(({ moduleId }) => moduleId.includes('/faults/'))
    const others = sorted.filter((file) => !faults.includes(file))
    const first = faults.flatMap((file, at) => [file, ...others.slice(at, at + 1)])
    return [...first, ...others.slice(faults.length)]
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: FaultsAmongOthers },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          globalSetup: 'apps/api/src/testing/cluster.ts',
          pool: 'threads',
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
})
