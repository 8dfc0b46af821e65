import { users } from 'contract/users'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { presentUser } from './present-user.ts'
import { needsMfaSetup } from '#features/identity/users.queries.ts'

export function userRoutes(server: Server): void {
  handle(server, users.me, async (_, context) => {
    const { db, scope, actor } = context
    const user = await presentUser(db, context, actor.id)
    return {
      user: { ...user, mfa_setup_required: await needsMfaSetup(db, scope, actor.sessionId) },
    }
  })

  handle(server, users.updateProfile, async ({ body }, context) => {
    await changeProfile(context, body)
    return { user: await presentUser(context.db, context, context.actor.id) }
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
    return { user: await presentUser(context.db, context, context.actor.id) }
  })

  handle(
    server,
    users.cancelEmailChange,
    async (_, context) => await cancelEmailChange(context.db, context),
  )
}
