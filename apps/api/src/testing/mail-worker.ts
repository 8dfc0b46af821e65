import { pino } from 'pino'
import { openMail } from '#adapters/mail.ts'
import { readEnv } from '#env.ts'
import { startJobs } from '#core/jobs.ts'
import { openPools } from '#db/pools.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'

// A process that only sends mails, to be killed at any moment. Started by mail-storm.ts.
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
