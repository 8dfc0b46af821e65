import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEnv } from 'api/read-env'
import { startEmbedded } from 'api/db/embedded'
import { main } from 'api/main'
import { LONG_WAITS } from 'api/testing/long-waits'

// The real product with the demo data in a temporary database, and a staging environment without debug pages on the
// same database.
const { PORT, STAGING_PORT, DATA_DIR = 'data', WEB_DIST } = process.env
const database = await startEmbedded({
  dataDir: DATA_DIR,
  durable: false,
  log: { debug() {}, error: (line) => process.stderr.write(`${line}\n`) },
})
await writeFile(join(DATA_DIR, 'database-url'), database.url, { mode: 0o600 })

const common = {
  DATABASE_URL: database.url,
  DATA_DIR,
  WEB_DIST,
  DEMO: 'true',
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  SUPPORT_EMAIL: 'support@example.org',
}
const product = await main(readEnv({ ...common, PORT }), { waits: LONG_WAITS })
const staging = await main(
  readEnv({
    ...common,
    PORT: STAGING_PORT,
    STAGING: 'true',
    DEBUG_PAGES: 'false',
    PRODUCTION_URL: 'https://waymark.example.org',
  }),
  { waits: LONG_WAITS },
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await staging.stop()
    await product.stop()
    await database.stop()
    await rm(DATA_DIR, { recursive: true })
    process.exit(0)
  })
}
