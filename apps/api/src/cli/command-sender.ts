import { fromKysely } from 'pg-boss'
import { enqueueJobs } from '#backup/enqueue-jobs.ts'
import type { Env } from '#core/env.ts'
import { queues } from '#queues.ts'
import type { Sender } from '#support/queue-mail.ts'

/** Sends a command's mails by the server, now or when it starts. */
export function commandSender(env: Env): Pick<Sender, 'app'> {
  const enqueue: Sender['app']['jobs']['enqueue'] = (db, name, data) =>
    enqueueJobs(fromKysely(db), queues, [{ name, data }])
  return { app: { env, jobs: { enqueue } } }
}
