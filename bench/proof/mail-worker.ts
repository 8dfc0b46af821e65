import { pino } from 'pino'
import { openMail } from 'api/adapters/mail'
import { readEnv } from 'api/read-env'
import { startJobs } from 'api/core/jobs'
import { openPools } from 'api/db/pools'
import { sendQueuedMail } from 'api/support/mails/send-mail'

// A process that only sends mails, so that mail-outbox.test.ts can kill it.
const env = readEnv()
const { DATABASE_URL: ownerUrl, SMTP_URL: smtpUrl } = env
if (ownerUrl === undefined || smtpUrl === undefined) {
  throw new Error('Set DATABASE_URL and SMTP_URL.')
}
const pools = await openPools({
  ownerUrl,
  rolePrefix: env.DATABASE_ROLE_PREFIX,
  size: 2,
  log: { warn() {}, info() {} },
})
const jobs = await startJobs(pools, pino({ level: 'silent' }), { hasSchedule: false })
const { send: sendMail } = openMail(smtpUrl)
await jobs.work('mail', (data, attempt) =>
  sendQueuedMail({ env, pools, adapters: { sendMail } }, data, attempt),
)
