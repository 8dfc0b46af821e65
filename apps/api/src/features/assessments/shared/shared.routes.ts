import { shared } from 'contract/shared-assessments'
import { allows } from '#core/permissions.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { assignElements, assignToAddress, markElementDone, returnElement } from './assign.ts'
import { handOver, removeMember, setMember } from './change-people.ts'
import { findColleagues } from './colleagues.queries.ts'
import { createShared, listOffered } from './create-shared.ts'
import { getReadable } from './managed.ts'
import { moveElements } from './move-elements.ts'
import { findNewcomer } from './newcomer.ts'
import { listShared } from './shared-list.queries.ts'
import { getPeople } from './shared.queries.ts'

export function sharedRoutes(server: Server): void {
  handleDetached(server, shared.list, async (_, context) => {
    const rows = await inVisible(context, listShared)
    // Auditors read who takes part. Addresses of others aren't theirs to know.
    const mayManage = allows(context.actor.roles, 'manage-shared-assessments')
    return { rows: mayManage ? rows : rows.map((row) => ({ ...row, awaited: [] })) }
  })

  handle(server, shared.offered, (_, context) => listOffered(context.db, context))

  handle(server, shared.colleagues, async ({ query }, { db, scope }) => ({
    colleagues: await findColleagues(db, scope, query.search),
  }))

  handle(server, shared.create, async ({ body }, context) => ({
    id: await createShared(context.db, context, body),
  }))

  handle(server, shared.people, async ({ params: { id } }, context) => {
    await getReadable(context.db, context, id)
    return await getPeople(context.db, context.scope, id)
  })

  handle(server, shared.choices, async ({ params: { id }, query }, context) => {
    const { db, scope } = context
    const found = await getReadable(db, context, id)
    return {
      colleagues: await findColleagues(db, scope, query.search),
      newcomer: await findNewcomer(db, context, found, query.search),
    }
  })

  handle(server, shared.setMember, ({ params: { id, userId }, body: { role } }, context) =>
    setMember(context.db, context, id, { userId, role }),
  )

  handle(server, shared.removeMember, ({ params: { id, userId } }, context) =>
    removeMember(context.db, context, id, userId),
  )

  handle(server, shared.setOwner, ({ params: { id }, body: { user_id } }, context) =>
    handOver(context.db, context, id, user_id),
  )

  handleDetached(server, shared.assign, async ({ params: { id }, body }, context) => {
    const { email, ...rest } = body
    return email === undefined
      ? await context.inTenant((db) => assignElements(db, context, id, rest))
      : await assignToAddress(context, id, { ...rest, email })
  })

  handle(server, shared.moveElements, ({ params: { id }, body }, context) =>
    moveElements(context.db, context, id, body),
  )

  handle(server, shared.done, ({ params: { id, elementId } }, context) =>
    markElementDone(context.db, context, id, elementId),
  )

  handle(server, shared.returned, ({ params: { id, elementId } }, context) =>
    returnElement(context.db, context, id, elementId),
  )
}
