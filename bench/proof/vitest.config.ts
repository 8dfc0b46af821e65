import { defineConfig } from 'vitest/config'

// `npm run proof`: kills, cut connections, races and many inputs at full size, one after another.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: [
      'bench/proof/**/*.test.ts',
      'apps/api/src/**/*-race.test.ts',
      'apps/api/src/backup/hostile-archive.test.ts',
      'apps/api/src/cli/{hostile-import,hostile-restore,killed-restore}.test.ts',
      'apps/api/src/safety/{access-matrix,contract-fuzz,hostile-text}.test.ts',
      'apps/api/src/features/assessments/answering/{copy-answers,save-response-model}.test.ts',
      'apps/api/src/features/certification/certificates/certification-model.test.ts',
      'apps/api/src/features/identity/session/guessable.test.ts',
      'apps/api/src/features/reports/pdf/{page-breaks,page-fill}.test.ts',
      'apps/web/src/ui/cn.test.ts',
    ],
    env: { PROOF: 'full' },
    globalSetup: 'apps/api/src/testing/cluster.ts',
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
})
