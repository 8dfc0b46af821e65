import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: a test often waits for its database.
    maxWorkers: 3,
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
