import { once } from 'node:events'
import { createServer } from 'node:net'
import { defineConfig } from '@playwright/test'
import { browserOptions } from './browser.ts'

// The workers read this file again: the environment carries the port to them.
const port = (process.env.E2E_PORT ??= String(await freePort()))

// The page calls port 4003 of its host, as specified. The browser is told that this is our free port.
const hosts = `MAP localhost 127.0.0.1:${port}, MAP *.localhost 127.0.0.1:${port}`

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/report.json' }],
  ],
  use: {
    baseURL: 'http://localhost:4003',
    launchOptions: { ...(await browserOptions()), args: [`--host-resolver-rules=${hosts}`] },
    trace: 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  },
  projects: [
    { name: 'light-1440', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } },
    {
      name: 'dark-390',
      use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
    },
  ],
  webServer: {
    command: 'node server.ts',
    cwd: import.meta.dirname,
    url: `http://localhost:${port}/api/ready`,
    env: { PORT: port },
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
