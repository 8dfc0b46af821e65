import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium, defineConfig, test, type BrowserContext } from '@playwright/test'
import config from './playwright.config.ts'

// `npm run proof -- mutants --only web`: the browser tests against a web that has faults in it, one of them switched on.
const { FAULT, FAULTS_REACHED, E2E_REPORT } = process.env

export default defineConfig(config, {
  ...(FAULT !== undefined && { timeout: 60_000 }),
  use: { actionTimeout: FAULT === undefined ? 0 : 20_000, screenshot: 'off' },
  reporter: [['line'], ['json', { outputFile: E2E_REPORT ?? 'test-results/report.json' }]],
})

// Every context of every test, also those that tests open themselves.
const launch = chromium.launch.bind(chromium)
chromium.launch = async (options) => {
  const browser = await launch(options)
  const open = browser.newContext.bind(browser)
  browser.newContext = async (settings) => {
    const context = await open(settings)
    if (FAULT !== undefined) await context.addInitScript(switchOn, FAULT)
    if (FAULTS_REACHED !== undefined) await report(context, FAULTS_REACHED)
    return context
  }
  return browser
}

function switchOn(fault: string) {
  Object.assign(globalThis, { __stryker__: { activeMutant: fault } })
}

/** Writes straight away which faults’ places a test comes to: a page may be closed at any time. */
async function report(context: BrowserContext, file: string): Promise<void> {
  const { file: spec, line } = test.info()
  await context.exposeBinding('faultsReached', (_source, ids: string[]) =>
    appendFileSync(file, `${JSON.stringify([`${basename(spec)}:${line}`, ids])}\n`),
  )
  await context.addInitScript(() => {
    let reached: string[] = []
    const counts = new Proxy<Record<string, number>>(
      {},
      {
        set(counted, id: string, count: number) {
          if (!(id in counted) && reached.push(id) === 1)
            void Promise.resolve().then(() => {
              const ids = reached
              reached = []
              return (
                globalThis as unknown as { faultsReached: (ids: string[]) => Promise<void> }
              ).faultsReached(ids)
            })
          counted[id] = count
          return true
        },
      },
    )
    Object.assign(globalThis, { __stryker__: { mutantCoverage: { static: counts, perTest: {} } } })
  })
}
