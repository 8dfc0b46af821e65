import type { App } from '#core/context.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { scopeOf } from '#db/scope.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import {
  type DueDigest,
  type News,
  claimDigest,
  finishDigests,
  listDueDates,
  listDueDigests,
  listNews,
  listWaiting,
  settleNotifications,
} from './digest.queries.ts'
import { noticeDays } from './notice-days.ts'

/** Every minute: from seven on a working day, mails everyone what is due and what they are reminded of, once. */
export async function sendDigests(app: App): Promise<void> {
  const now = app.adapters.now()
  const due = await withTenants(app.pools, [], (db) => listDueDigests(db, now))
  for (const one of due) await sendDigestsOf(app, one)
}

async function sendDigestsOf(app: App, digest: DueDigest) {
  const { id, day, since, before } = digest
  const scope = scopeOf(id)
  const { asked, users } = await withTenant(app.pools, id, async (db) => {
    const dates = await listDueDates(db, scope)
    const notices = dates.filter(({ due_on }) =>
      noticeDays(due_on, day).some((notice) => notice > since && notice <= day),
    )
    const waiting = await listWaiting(db, scope, before)
    const found = { thisYear: Number(day.slice(0, 4)), notices, waiting }
    const news = await listNews(db, scope, found)
    return { asked: found, users: new Set(news.map(({ user_id }) => user_id)) }
  })
  for (const userId of users)
    await withTenant(app.pools, id, async (db) => {
      const tenant = await findActiveTenant(db, id)
      if (!tenant || !(await claimDigest(db, scope, userId, day))) return
      // Read again, because others were told in the meantime.
      const news = await listNews(db, scope, asked, userId)
      const [first] = news
      if (!first) return
      const mail = MAILS.digest.text({ app, tenant }, joined(news), day)
      await queueMail(db, { app, tenant, scope }, { ...mail, to: first.email })
    })
  await withTenants(app.pools, [id], async (db) => {
    await settleNotifications(db, scope, asked.waiting, day)
    await finishDigests(db, digest)
  })
}

/** What is due and reminded of is one entry. */
function joined(news: readonly News[]) {
  const byTask = Map.groupBy(news, ({ family_id, year, type }) => `${family_id} ${year} ${type}`)
  return [...byTask.values()].flatMap((ofTask) => {
    const [first] = ofTask
    const reminder = ofTask.find(({ kind }) => kind === 'prompted')
    return first ? [{ ...first, reminder: reminder && { by: reminder.sender } }] : []
  })
}
