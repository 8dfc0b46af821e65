import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../../..`,
    include: ['packages/*/src/**/*.test.ts'],
    setupFiles: 'bench/proof/mutants/setup.ts',
    isolate: false,
    testTimeout: 60_000,
  },
})
