import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, scopeOf } from 'api/core/context'
import type { HostTenant } from 'api/core/host-tenant'
import { withTenant } from 'api/db/pools'
import { queueMail } from 'api/support/queue-mail'
import { type MailServer, startMailServer } from 'api/testing/mail-server'

type Sender = Pick<App, 'env' | 'pools' | 'jobs' | 'secret'>

export type Storm = {
  app: Sender
  tenant: HostTenant
  ownerUrl: string
  /** How many mails, how long the mail server is away, how often a worker is killed. */
  mails: number
  awayMs: number
  kills: number
  /** Between two kills, on average. */
  killEveryMs: number
  /** How long the mail server takes for each: the longer, the more kills meet a mail in hand. */
  mailMs: number
  /** How long the last mail may take. */
  patienceMs: number
}

const WORKERS = 2

/** Mails are queued, the mail server is away, workers are killed with SIGKILL at random: what arrives? */
export async function runMailStorm({
  app,
  tenant,
  ownerUrl,
  mails,
  awayMs,
  kills,
  killEveryMs,
  mailMs,
  patienceMs,
}: Storm) {
  const port = await freePort()
  await queueMails(app, tenant, mails)
  const start = () => startWorker(ownerUrl, app.secret, port)
  const workers = Array.from({ length: WORKERS }, start)
  try {
    await sleep(awayMs)
    const server = await startMailServer({ port, delay: mailMs })
    const returned = performance.now()
    const killing = killSome(workers, start, kills, killEveryMs)
    await arrival(server, mails, returned + patienceMs)
    const lastAfterMs = Math.round(performance.now() - returned)
    await killing
    await settled(app, tenant, patienceMs)
    await server.close()
    return { ...count(server), lastAfterMs, unsent: await countUnsent(app, tenant) }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}

async function freePort() {
  const probe = await startMailServer()
  await probe.close()
  return probe.port
}

async function queueMails(app: Sender, tenant: HostTenant, mails: number) {
  const scope = scopeOf(tenant.id)
  await withTenant(app.pools, tenant.id, async (db) => {
    for (let n = 1; n <= mails; n += 1) {
      await queueMail(
        db,
        { app, tenant, scope },
        {
          to: `person-${n}@example.org`,
          subject: `Invitation ${n}`,
          paragraphs: [`This is invitation ${n}.`],
        },
      )
    }
  })
}

function startWorker(ownerUrl: string, secret: string, port: number): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'mail-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: ownerUrl,
      WAYMARK_SECRET: secret,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function killSome(
  workers: ChildProcess[],
  start: () => ChildProcess,
  kills: number,
  everyMs: number,
) {
  for (let n = 0; n < kills; n += 1) {
    await sleep(everyMs * (0.5 + Math.random()))
    const [victim] = workers.splice(n % WORKERS, 1, start())
    if (!victim) continue
    const gone = once(victim, 'exit')
    victim.kill('SIGKILL')
    await gone
  }
}

async function arrival(server: MailServer, mails: number, until: number) {
  while (count(server).distinct < mails && performance.now() < until) await sleep(100)
}

/** A mail that has arrived may still be noted as queued: its worker died in between. */
async function settled(app: Sender, tenant: HostTenant, patienceMs: number) {
  const until = performance.now() + patienceMs
  while ((await countUnsent(app, tenant)) > 0 && performance.now() < until) await sleep(200)
}

async function countUnsent(app: Sender, tenant: HostTenant): Promise<number> {
  return await withTenant(app.pools, tenant.id, async (db) => {
    const rows = await db.selectFrom('mails').select('id').where('status', '!=', 'sent').execute()
    return rows.length
  })
}

function count({ accepted }: MailServer) {
  const idsOf = new Map<string, Set<string>>()
  for (const { subject = '', messageId = '' } of accepted) {
    idsOf.set(subject, (idsOf.get(subject) ?? new Set()).add(messageId))
  }
  const ids = new Set(accepted.map(({ messageId }) => messageId))
  return {
    arrived: idsOf.size,
    distinct: ids.size,
    repeats: accepted.length - ids.size,
    withTwoIds: [...idsOf.values()].filter((set) => set.size > 1).length,
  }
}
