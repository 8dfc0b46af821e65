import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from 'api/testing/free-port'
import { browserOptions } from './browser.ts'

// The workers read this file again and find the ports in the environment.
const port = (process.env.E2E_PORT ??= String(await freePort()))
const stagingPort = (process.env.E2E_STAGING_PORT ??= String(await freePort()))
const dataDir = (process.env.E2E_DATA_DIR ??= join(tmpdir(), `waymark-e2e-${port}`))

// A fifth less CPU: pages live for seconds, so their code isn't worth optimising, and drawing needs no process of its own.
const QUICK = ['--js-flags=--no-opt,--no-maglev', '--in-process-gpu', '--num-raster-threads=1']

export default defineConfig({
  testDir: '.',
  // `npm run proof` runs the long tests.
  testMatch: process.env.PROOF === undefined ? '*.spec.ts' : '*.proof.ts',
  outputDir: 'test-results',
  // One more than the cores of the smallest machine: a test often waits.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/report.json' }],
  ],
  use: {
    // Chromium resolves every name below localhost to this machine.
    baseURL: `http://northfield.localhost:${port}`,
    launchOptions: { ...(await browserOptions()), args: QUICK },
    // A test's first browser window is the one before, emptied: a tenth less CPU, because its process and files are there.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    // Quicker; the first tests of assessment.spec.ts and builder.spec.ts run with motion.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  },
  webServer: {
    command: 'node server.ts',
    cwd: import.meta.dirname,
    url: `http://localhost:${stagingPort}/api/ready`,
    env: { PORT: port, STAGING_PORT: stagingPort, DATA_DIR: dataDir },
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
