import { counted } from 'contract/list'
import { mfa } from 'contract/mfa'
import { users } from 'contract/users'
import { type Server, handleDetached } from '#core/handle.ts'
import { inOrganisationOf } from '#features/people/locked-users.ts'
import { listUsers } from '#features/people/users.queries.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { changeUsers } from './change-users.ts'
import { createUser } from './create-user.ts'
import { changeRoles, editDetails } from './edit-user.ts'
import { exportUsers } from './export-users.ts'
import { moveUser } from './move-user.ts'
import { removeUser, removeUsers } from './remove-user.ts'
import { resetMfaOf } from './reset-mfa.ts'
import { sendPasswordLink, sendPasswordLinks } from './send-password-link.ts'
import { getUserDetails } from './user.queries.ts'

// Detached, because a god-admin's transaction is in the user's organisation, not in the host's.
export function usersRoutes(server: Server): void {
  handleDetached(server, users.list, async ({ query }, context) => {
    const { rows, count } = await inVisible(context, (db, scope) => listUsers(db, scope, query))
    return { rows, ...counted(count) }
  })
  handleDetached(server, users.exportCsv, ({ query }, context) =>
    exportUsers(context, query, 'csv'),
  )
  handleDetached(server, users.exportXlsx, ({ query }, context) =>
    exportUsers(context, query, 'xlsx'),
  )
  handleDetached(server, users.changeSeveral, ({ body }, context) => changeUsers(context, body))
  handleDetached(server, users.removeSeveral, ({ body }, context) => removeUsers(context, body.ids))
  handleDetached(server, users.sendPasswordLinks, ({ body }, context) =>
    sendPasswordLinks(context, body.ids),
  )

  handleDetached(server, users.get, ({ params: { id } }, context) =>
    inOrganisationOf(context, id, (db, scope) => getUserDetails(db, scope, id)),
  )
  handleDetached(server, users.create, ({ body }, context) => createUser(context, body))
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
    moveUser(context, params.id, body.tenant_id),
  )
  handleDetached(server, users.remove, ({ params }, context) => removeUser(context, params.id))
  handleDetached(server, mfa.reset, ({ params }, context) => resetMfaOf(context, params.id))
}
