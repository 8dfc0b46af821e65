import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserOptions } from './browser.ts'
import { freePort } from './free-port.ts'

// The workers read this file again: the environment carries what was chosen to them.
const port = (process.env.E2E_PORT ??= String(await freePort()))
const stagingPort = (process.env.E2E_STAGING_PORT ??= String(await freePort()))
const dataDir = (process.env.E2E_DATA_DIR ??= join(tmpdir(), `waymark-e2e-${port}`))

// What looks the same in every light and width runs once, as do single tests with the tag below.
const LOOKLESS = [
  'redirects',
  // There is one draft of the terms for all.
  'admin-terms',
  'session',
  'tabs',
  'downloads',
  'failures',
  'looks-narrow',
  'touch',
  'sso-failures',
  'salesforce',
  'salesforce-silent',
  'salesforce-failures',
  'salesforce-hosts',
  'siblings',
  'unsafe-redirects',
  'debug-pages',
  'silent-signin',
  'waiting-answers',
  'conflict',
  'linking',
  'keyboard',
  'builder-keyboard',
  'builder-conflict',
  'builder-unsaved',
  'builder-offline',
  'builder-sign-out',
  'password-fields',
  // Keyboard, address and connection.
  'admin-lists',
  'admin-offline',
  'admin-partial',
  'admin-keyboard',
  'typed-in-dialogs',
  // Their screens are looked at in both; what they do has no width.
  'certification-refusal',
  'review-words',
  'review-keyboard',
  'changed-file',
  'sign-out',
  'sso',
  'saving',
  'proof',
  'password-reset',
  'admin-organisation',
  'admin-two-admins',
  'admin-invites',
  'admin-user',
  'admin-access',
  'hostile-text',
].map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // Real browsers, mails and providers on machines that do other things, too: once more, and what needed it is listed
  // as flaky at the end, to be looked into.
  retries: 1,
  // Generous, for machines that are busy with something else.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/report.json' }],
  ],
  use: {
    // Chromium takes every name below localhost to this machine.
    baseURL: `http://northfield.localhost:${port}`,
    launchOptions: await browserOptions(),
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  },
  projects: [
    { name: 'light-1440', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } },
    {
      name: 'dark-390',
      testIgnore: LOOKLESS,
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
    },
  ],
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
