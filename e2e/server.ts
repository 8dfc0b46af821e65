import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from 'api/core/env'
import { main } from 'api/main'

// The real product with a throw-away database and the demo data, for one run of the browser tests.
const dataDir = await mkdtemp(join(tmpdir(), 'waymark-e2e-'))
const running = await main(
  readEnv({
    PORT: process.env.PORT,
    PUBLIC_URL: 'http://localhost:4003',
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
  }),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await running.stop()
    await rm(dataDir, { recursive: true })
    process.exit(0)
  })
}
