import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { insertChallenge } from '#features/identity/challenges.queries.ts'
import { mfaTokensOf } from '#features/identity/mfa-token.ts'

/** The first step is passed: answers the token that opens the second and nothing else. */
export async function startChallenge(
  db: Db,
  { app, scope, request }: PublicContext,
  userId: number,
): Promise<string> {
  const challengeId = await insertChallenge(db, scope, userId)
  await recordEvent(db, scope, {
    action: 'second step asked for',
    subject: `user ${userId}`,
    requestId: request.id,
  })
  return await mfaTokensOf(app).sign({ userId, tenantId: scope.tenantId, challengeId })
}
