import type { App } from '#core/context.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import {
  type TeamNews,
  listActionDays,
  listDueActions,
  listDueElements,
  listElementDays,
  listTeamNews,
} from '#features/insight/notifications/notifications.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { tell } from '#support/notices.queries.ts'
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

/** Every minute: from seven on a working day, mails everyone what is due and what happened to their parts, once. */
export async function sendDigests(app: App): Promise<void> {
  const now = app.adapters.now()
  const due = await withTenants(app.pools, [], (db) => listDueDigests(db, now))
  for (const one of due) await sendDigestsOf(app, one)
}

type Asked = Parameters<typeof listNews>[2] & { elementDays: string[]; actionDays: string[] }

async function sendDigestsOf(app: App, digest: DueDigest) {
  const { id, day, before } = digest
  const scope = scopeOf(id)
  const { asked, users } = await withTenant(app.pools, id, async (db) => {
    const isDue = noticedIn(digest)
    const found = {
      thisYear: Number(day.slice(0, 4)),
      notices: (await listDueDates(db, scope)).filter(({ due_on }) => isDue(due_on)),
      elementDays: (await listElementDays(db, scope)).filter(isDue),
      actionDays: (await listActionDays(db, scope)).filter(isDue),
      waiting: await listWaiting(db, scope, before),
    }
    const news = await readNews(db, scope, found)
    const all = [...news.tasks, ...news.due, ...news.team]
    return { asked: found, users: new Set(all.map(({ user_id }) => user_id)) }
  })
  for (const userId of users)
    await withTenant(app.pools, id, (db) => sendDigest(db, app, { scope, asked, day, userId }))
  await withTenants(app.pools, [id], async (db) => {
    await settleNotifications(db, scope, asked.waiting, day)
    await finishDigests(db, digest)
  })
}

type One = { scope: Scope; asked: Asked; day: string; userId: number }

async function sendDigest(db: Db, app: App, { scope, asked, day, userId }: One) {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (!tenant || !(await claimDigest(db, scope, userId, day))) return
  // Read again, because others were told in the meantime.
  const { tasks, due, team } = await readNews(db, scope, asked, userId)
  const to = tasks[0]?.email ?? [...due, ...team][0]?.recipient
  if (to === undefined) return
  const mail = MAILS.digest.text(
    { app, tenant },
    { tasks: joined(tasks), team: [...due, ...team] },
    day,
  )
  await queueMail(db, { app, tenant, scope }, { ...mail, to })
  for (const one of due) await putBehindBell(db, app, scope, one, day)
}

async function putBehindBell(db: Db, app: App, scope: Scope, due: TeamNews, toldOn: string) {
  await tell(db, scope, [due.user_id], {
    kind: due.kind,
    assessmentId: due.assessment_id,
    elementIds: due.elements.map(({ id }) => id),
    actionIds: due.actions.map(({ id }) => id),
    by: null,
    at: app.adapters.now(),
    toldOn,
  })
}

async function readNews(db: Db, scope: Scope, asked: Asked, userId?: number) {
  return {
    tasks: await listNews(db, scope, asked, userId),
    due: [
      ...(await listDueElements(db, scope, asked.elementDays, userId)),
      ...(await listDueActions(db, scope, asked.actionDays, userId)),
    ],
    team: await listTeamNews(db, scope, asked.waiting, userId),
  }
}

function noticedIn({ since, day }: DueDigest) {
  return (dueOn: string) => noticeDays(dueOn, day).some((notice) => notice > since && notice <= day)
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
