import { invitations } from 'contract/invitations'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { listInvitations } from './invitations.queries.ts'
import { invite, resendInvitation, withdrawInvitation } from './invite.ts'

export function invitationRoutes(server: Server): void {
  handle(server, invitations.list, async (_, { db, scope }) => ({
    invitations: await listInvitations(db, scope),
  }))

  handleDetached(server, invitations.create, async ({ body }, context) => ({
    invitations: await invite(context, body),
  }))

  handleDetached(
    server,
    invitations.resend,
    async ({ params }, context) => await resendInvitation(context, params.id),
  )

  handle(
    server,
    invitations.revoke,
    async ({ params }, context) => await withdrawInvitation(context.db, context, params.id),
  )
}
