import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerAll, buildAndInvite, certify, goBack } from './browsers/journey.ts'
import { startFirefox } from './browsers/firefox.ts'
import { startProduct } from './browsers/product.ts'
import { type Driver, tabOf } from './browsers/tab.ts'
import { startTrip } from './browsers/trip.ts'
import { startWebKit } from './browsers/webkit.ts'
import { hasProgram } from './debian-package.ts'

const PICTURES = resolve(import.meta.dirname, '../../tmp/browsers')
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
]

const BROWSERS = [
  { name: 'Firefox', start: startFirefox, needs: { '/usr/bin/firefox-esr': 'firefox-esr' } },
  {
    name: 'WebKitGTK',
    start: startWebKit,
    needs: { '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/xvfb-run': 'xvfb' },
  },
]

const product = await startProduct()
afterAll(() => product.stop())

for (const { name, start, needs } of BROWSERS) {
  const missing = Object.entries(needs).filter(([path, pack]) => !hasProgram(path, pack))
  describe(name, () => {
    test('is installed', () => {
      const packages = missing.map(([, pack]) => pack).join(' ')
      expect(missing, `Install what is missing: apt-get install ${packages}`).toEqual([])
    })

    test.for(SIZES)('a journey through the product at $width × $height', async (size) => {
      await inBrowser(start, async (driver, folder) => {
        const tab = tabOf(driver)
        const trip = await startTrip(tab, product, {
          ...size,
          folder,
          pictures: join(PICTURES, name),
        })
        for (const part of [answerAll, certify, buildAndInvite, goBack]) {
          await part(trip)
          expect.soft(await trip.problems(), part.name).toEqual([])
        }
      })
    })
  })
}

test('Firefox without cookies says so, and what to do', async () => {
  const blocked = (folder: string) => startFirefox(folder, { 'network.cookie.cookieBehavior': 2 })
  await inBrowser(blocked, async (driver) => {
    const tab = tabOf(driver)
    await tab.open(product.at('localhost', '/login'))
    await tab.see('heading', 'Allow cookies to use Waymark')
  })
})

async function inBrowser(
  start: (folder: string) => Promise<Driver>,
  work: (driver: Driver, folder: string) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-browser-'))
  const driver = await start(folder)
  try {
    await work(driver, folder)
  } finally {
    await driver.close()
    await rm(folder, { recursive: true, force: true })
  }
}
