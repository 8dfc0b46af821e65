import { mfa } from 'contract/mfa'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { replaceCodes, turnOffMfa } from '#features/identity/turn-off-mfa.ts'
import { getMfaStatus } from './authenticators.queries.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { confirmMfa, startMfa } from './set-up-mfa.ts'

export function mfaRoutes(server: Server): void {
  handleDetached(server, mfa.verify, async ({ body }, context) => ({
    token: await finishSignIn(context, body),
  }))

  handle(server, mfa.status, (_, { db, scope, actor }) =>
    getMfaStatus(db, scope, actor.id, actor.sessionId),
  )

  handleDetached(server, mfa.begin, ({ body }, context) => startMfa(context, body.password))

  handle(server, mfa.confirm, async ({ body }, context) => ({
    recovery_codes: await confirmMfa(context.db, context, body.code),
  }))

  handleDetached(server, mfa.renewCodes, async ({ body }, context) => ({
    recovery_codes: await replaceCodes(context, body),
  }))

  handleDetached(server, mfa.disable, ({ body }, context) => turnOffMfa(context, body))
}
