import { registration } from 'contract/registration'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { requestLink } from '#support/request-link.ts'
import { checkLink } from '#support/use-link.ts'
import { openAccount } from './open-account.ts'
import { requireOpenRegistration, requirePasswords } from '#features/identity/require-open.ts'
import { resetPassword } from './reset-password.ts'

export function registrationRoutes(server: Server): void {
  handleDetached(server, registration.request, async ({ body }, context) => {
    requireOpenRegistration(context.tenant)
    await requestLink(context, 'register', body.email)
  })

  handle(server, registration.checkRequest, ({ params: { signature } }, { db, scope }) =>
    checkLink(db, scope, { kind: 'register', signature }),
  )

  handleDetached(server, registration.register, async ({ params, body }, context) => {
    requireOpenRegistration(context.tenant)
    return { token: await openAccount(context, { kind: 'register', ...params, ...body }) }
  })

  handle(server, registration.checkInvite, ({ params: { signature } }, { db, scope }) =>
    checkLink(db, scope, { kind: 'invite', signature }),
  )

  handleDetached(server, registration.acceptInvite, async ({ params, body }, context) => {
    requirePasswords(context.tenant)
    return { token: await openAccount(context, { kind: 'invite', ...params, ...body }) }
  })

  handleDetached(server, registration.requestReset, async ({ body }, context) => {
    requirePasswords(context.tenant)
    await requestLink(context, 'reset', body.email)
  })

  handle(server, registration.checkReset, ({ params: { signature } }, { db, scope }) =>
    checkLink(db, scope, { kind: 'reset', signature }),
  )

  handleDetached(server, registration.reset, async ({ params, body }, context) => {
    requirePasswords(context.tenant)
    await resetPassword(context, params.signature, body.password)
  })
}
