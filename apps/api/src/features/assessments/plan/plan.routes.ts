import { plan } from 'contract/plan'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { addActions } from './add-actions.ts'
import { changeActions, removeActions } from './change-actions.ts'
import { exportPlan } from './export-plan.ts'
import { getPlan } from './get-plan.ts'

export function planRoutes(server: Server): void {
  handle(server, plan.list, ({ params: { id } }, context) => getPlan(context.db, context, id))

  handleDetached(server, plan.add, ({ params: { id }, body }, context) =>
    context.inTenant((db) => addActions(db, context, id, body), {
      user: context.actor.id,
      assessment: `${context.scope.tenantId} ${id}`,
    }),
  )

  handle(server, plan.change, ({ params: { id }, body }, context) =>
    changeActions(context.db, context, id, body),
  )

  handle(server, plan.remove, ({ params: { id }, body: { ids } }, context) =>
    removeActions(context.db, context, id, ids),
  )

  handleDetached(server, plan.xlsx, ({ params }, context) => exportPlan(context, params.id, 'xlsx'))

  handleDetached(server, plan.csv, ({ params }, context) => exportPlan(context, params.id, 'csv'))
}
