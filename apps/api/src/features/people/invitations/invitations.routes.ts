import { invitations } from 'contract/invitations'
import { type Server, handleDetached } from '#core/handle.ts'
import { checkEmails, invite } from '#features/people/invite.ts'
import { readAllInvitations, readInvitations } from './read-invitations.ts'
import { copyInvitationLink, resendInvitation, withdrawInvitation } from './renew-invitation.ts'

export function invitationRoutes(server: Server): void {
  handleDetached(
    server,
    invitations.list,
    async ({ query }, context) => await readInvitations(context, query),
  )

  handleDetached(
    server,
    invitations.all,
    async ({ query }, context) => await readAllInvitations(context, query),
  )

  handleDetached(server, invitations.check, async ({ body }, context) => ({
    faults: await checkEmails(context, body),
  }))

  handleDetached(server, invitations.create, async ({ body }, context) => ({
    invitations: await invite(context, body),
  }))

  handleDetached(
    server,
    invitations.resend,
    async ({ params, query }, context) => await resendInvitation(context, { ...params, ...query }),
  )

  handleDetached(
    server,
    invitations.copyLink,
    async ({ params, query }, context) =>
      await copyInvitationLink(context, { ...params, ...query }),
  )

  handleDetached(
    server,
    invitations.revoke,
    async ({ params, query }, context) =>
      await withdrawInvitation(context, { ...params, ...query }),
  )
}
