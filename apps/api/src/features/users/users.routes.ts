import { users } from 'contract/users'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { presentUser } from './present-user.ts'
import { updateUser } from './users.queries.ts'

export function userRoutes(server: Server): void {
  handle(server, users.me, async (_, { db, scope, actor }) => ({
    user: await presentUser(db, scope, actor.id, actor),
  }))

  handle(server, users.updateProfile, async ({ body }, { db, scope, actor }) => {
    const { name, organisation_name } = body
    await updateUser(db, scope, actor.id, {
      name,
      ...(organisation_name !== undefined && { organisation_name }),
    })
    return { user: await presentUser(db, scope, actor.id) }
  })

  handleDetached(
    server,
    users.changePassword,
    async ({ body }, context) => await changePassword(context, body),
  )

  handleDetached(
    server,
    users.requestEmailChange,
    async ({ body }, context) => await requestEmailChange(context, body),
  )

  handle(server, users.confirmEmailChange, async ({ body }, context) => {
    await confirmEmailChange(context.db, context, body.signature)
    return { user: await presentUser(context.db, context.scope, context.actor.id) }
  })

  handle(
    server,
    users.cancelEmailChange,
    async (_, context) => await cancelEmailChange(context.db, context),
  )
}
