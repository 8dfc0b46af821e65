import type { Logger } from 'pino'
import type { Env } from '#core/env.ts'
import { openGathering } from '#core/gathering.ts'
import { openLog } from '#core/log.ts'
import { readSecrets } from '#core/secret.ts'
import { weaknessOf } from '#db/installation-secret.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Waits } from '#db/pools.ts'
import { waitForDatabase } from '#db/wait-for-database.ts'
import { mistypedLines } from './read-env.ts'
import { queues } from '#queues.ts'
import {
  addSalesforceUsers,
  connectLocalIdp,
  withLocalSalesforce,
} from '#demo/connect-local-idp.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { canRunLocalIdp, isLocalIdpThere } from '#demo/local-idp.ts'
import { reportFaults } from '#features/insight/system/checks.ts'
import { listenForMetrics } from '#features/insight/system/serve-metrics.ts'
import { type Closers, startApp } from './start-app.ts'
import { type StartLines, startLines } from './start-lines.ts'

/** Enough to keep two cores busy. */
const POOL_SIZE = 10
/** Connections that wait to be accepted. With Node's 511, a burst of new ones waits for seconds. */
const BACKLOG = 4096

const SECRETS = { current: 'WAYMARK_SECRET', next: 'WAYMARK_SECRET_NEXT' }
const HOW_TO_REPLACE = 'Then follow "Replacing the secret" in docs/operations.md.'

export type Running = {
  port: number
  lines: StartLines
  stop: () => Promise<void>
}

type Options = { env: Env; now: () => Date; hasIdp: boolean; waits?: Waits | undefined }

/** Starts everything in order. `stop`, or a failed start, stops it in reverse. */
export async function main(
  env: Env,
  { now = () => new Date(), waits }: { now?: () => Date; waits?: Waits } = {},
): Promise<Running> {
  const closers: Closers = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const hasIdp = env.DEMO && (await isLocalIdpThere())
    const parts = await start(
      { env: withLocalSalesforce(env, hasIdp), now, hasIdp, waits },
      closers,
    )
    return { ...parts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start({ env, now, hasIdp, waits }: Options, closers: Closers) {
  const log = openLog(env)
  for (const line of mistypedLines()) log.warn(line)
  const secrets = await readSecrets(env)
  const ownerUrl = await openDatabase(env, log, closers)
  await migrate(ownerUrl, {
    rolePrefix: env.DATABASE_ROLE_PREFIX,
    queues,
    secrets,
    ...(env.DATABASE_URL !== undefined && { say: (line: string) => log.warn(line) }),
  })
  for (const name of ['current', 'next'] as const) {
    const weakness = weaknessOf(SECRETS[name], secrets[name])
    if (weakness !== undefined) log.warn(`${weakness}. ${HOW_TO_REPLACE}`)
  }
  const others = [secrets.previous, secrets.next]
  let hasDemo = false
  const { http, app, metrics } = await startApp(
    {
      env,
      log,
      now,
      ownerUrl,
      secrets: [secrets.current, ...others.filter((other) => other !== undefined)],
      poolSize: POOL_SIZE,
      waits,
      gathering: openGathering(),
      prepare: async (app) => {
        hasDemo = env.DEMO && (await loadDemo(app))
        if (hasDemo) await connectLocalIdp(app, hasIdp)
        if (hasDemo) await addSalesforceUsers(app)
      },
    },
    closers,
  )
  await reportFaults(app, (line) => log.warn(line))
  if (metrics) await listenForMetrics(env, metrics, closers)
  await http.listen({ host: env.HOST, port: env.PORT, backlog: BACKLOG })
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : env.PORT
  return { port, lines: startLines(env, { hasDemo, lacksIdp: !hasIdp && canRunLocalIdp() }) }
}

async function openDatabase(env: Env, log: Logger, closers: Closers): Promise<string> {
  if (env.DATABASE_URL !== undefined) {
    const say = (line: string) => log.warn(line)
    await waitForDatabase(env.DATABASE_URL, { seconds: env.DATABASE_WAIT, say })
    return env.DATABASE_URL
  }
  const database = await startEmbedded({
    dataDir: env.DATA_DIR,
    log: { debug: (line) => log.debug(line), error: (line) => log.error(line) },
  })
  closers.push(database.stop)
  return database.localUrl
}
