import { mfa } from 'contract/mfa'
import { users } from 'contract/users'
import { type Server, handleDetached } from '#core/handle.ts'
import { inOrganisationOf } from '#features/people/change-person.ts'
import { createPerson } from './create-person.ts'
import { changeRoles, editDetails } from './edit-person.ts'
import { movePerson } from './move-person.ts'
import { getPerson } from './person.queries.ts'
import { removePersonById } from './remove-person.ts'
import { resetMfaInView } from './reset-mfa.ts'
import { sendPasswordLink } from './send-password-link.ts'

// Detached: each opens the one transaction of the person's own organisation, which the host's is not for god-admins.
export function personRoutes(server: Server): void {
  handleDetached(server, users.get, ({ params: { id } }, context) =>
    inOrganisationOf(context, id, (db, scope) => getPerson(db, scope, id)),
  )

  handleDetached(server, users.create, ({ body }, context) => createPerson(context, body))

  handleDetached(server, users.update, ({ params, body }, context) =>
    editDetails(context, params.id, body),
  )

  handleDetached(server, users.changeRoles, ({ params, body }, context) =>
    changeRoles(context, params.id, body),
  )

  handleDetached(server, users.sendPasswordLink, ({ params }, context) =>
    sendPasswordLink(context, params.id),
  )

  handleDetached(server, users.move, ({ params, body }, context) =>
    movePerson(context, params.id, body.tenant_id),
  )

  handleDetached(server, users.remove, ({ params }, context) =>
    removePersonById(context, params.id),
  )

  handleDetached(server, mfa.reset, ({ params }, context) => resetMfaInView(context, params.id))
}
