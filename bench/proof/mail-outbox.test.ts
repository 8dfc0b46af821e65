import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { queueMail } from 'api/support/queue-mail'
import { startMailServer } from 'api/testing/mail-server'
import { testApp } from 'api/testing/test-app'

const MAILS = 1000
const KILLS = 20
const WORKERS = 2
const SERVER_AWAY_MS = 60_000
const TIMEOUT_MS = 600_000

const t = await testApp({ works: false })

test('each mail is sent once although workers are killed and the mail server is away', async () => {
  await queueMails()
  const probe = await startMailServer()
  await probe.close()
  const workers = Array.from({ length: WORKERS }, () => startWorker(probe.url))
  try {
    await sleep(SERVER_AWAY_MS)
    // The longer each mail takes, the more kills interrupt one.
    const server = await startMailServer({ port: probe.port, delay: 20 })
    const killing = killSome(workers, probe.url)
    const ids = () => new Set(server.accepted.map(({ messageId }) => messageId))
    const until = performance.now() + TIMEOUT_MS
    while (ids().size < MAILS && performance.now() < until) await sleep(100)
    await killing
    // A worker may have died between sending a mail and recording it.
    while ((await countPending()) > 0 && performance.now() < until) await sleep(200)
    await server.close()
    expect(new Set(server.accepted.map(({ subject }) => subject)).size).toBe(MAILS)
    expect(ids().size).toBe(MAILS)
    expect(server.accepted.length - MAILS).toBeLessThanOrEqual(KILLS)
    expect(await countPending()).toBe(0)
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}, 900_000)

async function queueMails() {
  const tenant = await t.app.hosts('localhost')
  if (!tenant) throw new Error('The public tenant is missing.')
  const context = { app: t.app, tenant, scope: t.scope(tenant.id) }
  await t.inTenant(tenant.id, async (db) => {
    for (let n = 1; n <= MAILS; n += 1)
      await queueMail(db, context, {
        to: `person-${n}@example.org`,
        subject: `Invitation ${n}`,
        paragraphs: [`This is invitation ${n}.`],
      })
  })
}

function startWorker(smtpUrl: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'mail-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: t.ownerUrl,
      WAYMARK_SECRET: t.app.secret,
      SMTP_URL: smtpUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function killSome(workers: ChildProcess[], smtpUrl: string) {
  for (let n = 0; n < KILLS; n += 1) {
    await sleep(2500 * (0.5 + Math.random()))
    const [victim] = workers.splice(n % WORKERS, 1, startWorker(smtpUrl))
    if (!victim) continue
    const exited = once(victim, 'exit')
    victim.kill('SIGKILL')
    await exited
  }
}

async function countPending(): Promise<number> {
  const { rowCount } = await t.owner.query(`select from mails where status <> 'sent'`)
  return rowCount ?? 0
}
