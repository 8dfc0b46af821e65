import { invitations } from 'contract/invitations'
import { type Server, handleDetached } from '#core/handle.ts'
import { checkEmails, invite } from '#features/people/invite.ts'
import { readAllInvitations, readInvitations } from './read-invitations.ts'
import { copyInvitationLink, resendInvitation, withdrawInvitation } from './renew-invitation.ts'

export function invitationRoutes(server: Server): void {
  handleDetached(server, invitations.list, ({ query }, context) => readInvitations(context, query))
  handleDetached(server, invitations.all, ({ query }, context) =>
    readAllInvitations(context, query),
  )
  handleDetached(server, invitations.check, async ({ body }, context) => ({
    faults: await checkEmails(context, body),
  }))
  handleDetached(server, invitations.create, async ({ body }, context) => ({
    invitations: await invite(context, body),
  }))
  handleDetached(server, invitations.resend, ({ params, query }, context) =>
    resendInvitation(context, { ...params, ...query }),
  )
  handleDetached(server, invitations.copyLink, ({ params, query }, context) =>
    copyInvitationLink(context, { ...params, ...query }),
  )
  handleDetached(server, invitations.revoke, ({ params, query }, context) =>
    withdrawInvitation(context, { ...params, ...query }),
  )
}
