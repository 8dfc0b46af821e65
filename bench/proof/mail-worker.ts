import { pino } from 'pino'
import { openMail } from 'api/adapters/mail'
import { readEnv } from 'api/env'
import { startJobs } from 'api/core/jobs'
import { openPools } from 'api/db/pools'
import { sendQueuedMail } from 'api/support/mails/send-mail'

// A process that only sends mails, so that mail-outbox.test.ts can kill it.
const env = readEnv()
const { DATABASE_URL: ownerUrl, WAYMARK_SECRET: secret, SMTP_URL: smtpUrl } = env
if (ownerUrl === undefined || secret === undefined || smtpUrl === undefined) {
  throw new Error('Set DATABASE_URL, WAYMARK_SECRET and SMTP_URL.')
}
const pools = await openPools({ ownerUrl, secret, size: 2, onError: () => {} })
const jobs = await startJobs(pools.queue, pino({ level: 'silent' }))
const { send: sendMail } = openMail(smtpUrl)
await jobs.work('mail', (data, attempt) =>
  sendQueuedMail({ env, pools, adapters: { sendMail } }, data, attempt),
)
