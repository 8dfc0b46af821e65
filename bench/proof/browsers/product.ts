import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnv } from 'api/read-env'
import { startEmbedded } from 'api/db/embedded'
import { main } from 'api/main'
import { freePort } from 'api/testing/free-port'
import { LONG_WAITS } from 'api/testing/long-waits'
import { openAsOwner } from 'api/testing/owner'

const DIST = resolve(import.meta.dirname, '../../../apps/web/dist')
const ATTEMPTS = 300

/**
 * Runs before the application, because classic WebDriver shows no console: keeps every error and every violation of the
 * content security policy of the tab.
 */
const WATCH = `{
  const key = 'proof-problems'
  const keep = (text) => sessionStorage.setItem(key, JSON.stringify([...JSON.parse(sessionStorage.getItem(key) ?? '[]'), text]))
  const { error, warn } = console
  console.error = (...all) => { keep('console: ' + all.map(String).join(' ')); error(...all) }
  console.warn = (...all) => { keep('console: ' + all.map(String).join(' ')); warn(...all) }
  addEventListener('error', ({ message }) => message && keep('error: ' + message))
  addEventListener('unhandledrejection', ({ reason }) => keep('rejection: ' + reason))
  addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.setItem('proof-kept', 'yes'))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => keep('policy: ' + effectiveDirective + ' refused ' + blockedURI))
}
`

export type Product = Awaited<ReturnType<typeof startProduct>>

/** The product over http, as `npm start` runs it, with pages that keep their problems. The web is built before. */
export async function startProduct() {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-browsers-'))
  const dist = join(folder, 'dist')
  await cp(DIST, dist, { recursive: true })
  const first = join(dist, 'theme.js')
  await writeFile(first, WATCH + (await readFile(first, 'utf8')))
  for (const packed of ['br', 'gz']) await rm(`${first}.${packed}`, { force: true })
  const log = { debug() {}, error: console.error }
  const dataDir = join(folder, 'data')
  const database = await startEmbedded({ dataDir, durable: false, log })
  const port = await freePort()
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    WEB_DIST: dist,
    DEMO: 'false',
  })
  const running = await main(env, { waits: LONG_WAITS })
  const { db, close } = await openAsOwner(database.url)
  return {
    db,
    at: (host: string, path: string) => `http://${host}:${port}${path}`,
    /** The path of the link in the latest mail at this host that has one of this kind. */
    mailed: async (host: string, link: RegExp) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const [path] = link.exec(await outbox(port, host)) ?? []
        if (path !== undefined) return path.replaceAll('&amp;', '&')
        await sleep(100)
      }
      throw new Error(`No mail at ${host} has a link such as ${link}.`)
    },
    stop: async () => {
      await close()
      await running.stop()
      await database.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function outbox(port: number, host: string) {
  const { promise, resolve: done, reject } = Promise.withResolvers<string>()
  get({ host: '127.0.0.1', port, path: '/api/outbox', headers: { host: `${host}:${port}` } })
    .on('error', reject)
    .on('response', (answer) => {
      answer.setEncoding('utf8')
      let text = ''
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => done(text))
    })
  return await promise
}
