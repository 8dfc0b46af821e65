import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { dayOf } from '#core/host-tenant.ts'
import { listMutedMails } from '#features/identity/accounts.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { tell, wasTold } from '#support/notices.queries.ts'
import { type MailAt, notifyRespondent } from '#support/notify-respondent.ts'
import type { Shared } from './shared.queries.ts'

type Elements = { id: number; title: string }[]

/** The first elements of an assessment are mailed straight away. The next digest has later ones. */
export async function tellAssigned(
  db: Db,
  context: SignedInContext,
  found: Shared,
  told: { userId: number; elements: Elements; dueOn: string | null },
): Promise<void> {
  const { userId, elements, dueOn } = told
  // Also if they have none any more: the mail says what a shared assessment is, once.
  const isFirst = !(await wasTold(db, context.scope, userId, {
    kind: 'assigned',
    assessmentId: found.id,
  }))
  await putBehindBell(db, context, found, { kind: 'assigned', userId, elements, isMailed: isFirst })
  if (isFirst)
    await mail(db, context, { userId, kind: 'assigned' }, (place) =>
      MAILS.assigned.text(place, { ...mailed(found), dueOn, elements }),
    )
}

/** Without a date it can wait until the next digest. */
export async function tellReturned(
  db: Db,
  context: SignedInContext,
  found: Shared,
  told: { userId: number; element: Elements[number]; dueOn: string | null },
): Promise<void> {
  const { userId, element, dueOn } = told
  const isMailed = dueOn !== null
  await putBehindBell(db, context, found, {
    kind: 'returned',
    userId,
    elements: [element],
    isMailed,
  })
  if (isMailed)
    await mail(db, context, { userId, kind: 'returned' }, (place) =>
      MAILS.givenBack.text(place, { ...mailed(found), dueOn, element }),
    )
}

type Kind = 'assigned' | 'returned'

async function putBehindBell(
  db: Db,
  { app, scope, actor, tenant }: SignedInContext,
  { id }: Shared,
  told: { kind: Kind; userId: number; elements: Elements; isMailed: boolean },
) {
  const at = app.adapters.now()
  await tell(db, scope, [told.userId], {
    kind: told.kind,
    assessmentId: id,
    elementIds: told.elements.map((element) => element.id),
    by: actor.id,
    at,
    ...(told.isMailed && { toldOn: dayOf(tenant, at) }),
  })
}

/** Unless they have turned it off. */
async function mail(
  db: Db,
  { app, scope }: SignedInContext,
  { userId, kind }: { userId: number; kind: Kind },
  mailAt: MailAt,
) {
  const muted = await listMutedMails(db, scope, userId)
  if (!muted.includes(kind)) await notifyRespondent(db, app, scope, userId, mailAt)
}

function mailed({ id, owner, title, year }: Shared) {
  return { assessmentId: id, owner, title, year }
}
