import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from 'api/env'
import { makeHosts } from 'api/core/host-tenant'
import { startJobs } from 'api/core/jobs'
import { openLog } from 'api/core/log'
import { startEmbedded } from 'api/db/embedded'
import { migrate } from 'api/db/migrate'
import { openPools } from 'api/db/pools'
import { addFirstRows } from 'api/demo/first-rows'
import { runMailStorm } from 'api/testing/mail-storm'
import { machine } from './parts/cpu.ts'

/** quality.md, G13, at its full size. */
const STORM = { mails: 1000, awayMs: 60_000, kills: 20, killEveryMs: 2500, mailMs: 20 }
const LIMIT_MS = 90_000
const SECRET = 'a secret for measuring only, long enough'

const dataDir = await mkdtemp(join(tmpdir(), 'waymark-bench-'))
const database = await startEmbedded({ dataDir, log: { debug() {}, error: console.error } })
const ownerUrl = database.url
await migrate(ownerUrl, { secret: SECRET })
const pools = await openPools({ ownerUrl, secret: SECRET, size: 5, onError: console.error })
const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'warn' })
const jobs = await startJobs(pools.queue, openLog(env))
await addFirstRows(pools)
const tenant = await makeHosts(pools.app, env.BASE_DOMAIN)(env.BASE_DOMAIN)
if (!tenant) throw new Error('The public tenant is missing.')

console.log(`Mails on ${machine()}`)
console.log(
  `${STORM.mails} mails, server away ${STORM.awayMs / 1000} s, ${STORM.kills} workers killed`,
)
const app = { env, pools, jobs, secret: SECRET }
const figures = await runMailStorm({ ...STORM, app, tenant, ownerUrl, patienceMs: 600_000 })
const { arrived, distinct, repeats, withTwoIds, unsent, lastAfterMs } = figures
console.log(`  ${arrived} arrived with ${distinct} Message-IDs, ${STORM.mails - arrived} missing`)
console.log(`  ${repeats} repeats (at most ${STORM.kills}), ${withTwoIds} with another Message-ID`)
console.log(`  ${unsent} not noted as sent`)
console.log(
  `  last mail ${(lastAfterMs / 1000).toFixed(1)} s after the server is back, ${(lastAfterMs / LIMIT_MS).toFixed(2)} of ${LIMIT_MS / 1000} s`,
)
await jobs.stop()
await pools.close()
await database.stop()
await rm(dataDir, { recursive: true })
