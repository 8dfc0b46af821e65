import { approvals } from 'contract/approvals'
import { assignments } from 'contract/assignments'
import { type Server, handle } from '#core/handle.ts'
import { listOpenActions } from '#features/assessments/plan/plan.queries.ts'
import { declineElement } from './decline.ts'
import { listNeedsPerson } from './declined.queries.ts'
import { fillShared } from './fill.ts'
import { requireManaged } from './managed.ts'
import { listOpenQuestions } from './moved-questions.queries.ts'
import { setApprover } from './set-approver.ts'

export function assignmentsRoutes(server: Server): void {
  handle(server, assignments.decline, ({ params, body }, context) =>
    declineElement(context.db, context, params, body),
  )

  handle(server, assignments.listOpen, async ({ params: { id } }, context) => {
    const { is_one_of: isOneOf } = await requireManaged(context.db, context, id)
    return {
      elements: await listNeedsPerson(context.db, context.scope, id),
      questions: isOneOf ? await listOpenQuestions(context.db, context.scope, id) : [],
      actions: isOneOf ? await listOpenActions(context.db, context.scope, id) : [],
    }
  })

  handle(server, assignments.fill, async ({ params: { id }, body: { from } }, context) => {
    await fillShared(context.db, context, id, from)
  })

  handle(server, approvals.setApprover, ({ params: { id }, body: { user_id } }, context) =>
    setApprover(context.db, context, id, user_id),
  )
}
