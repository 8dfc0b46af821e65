import { generateSecret, generateSync } from 'otplib'
import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { hashOfCode, newRecoveryCodes } from '#features/identity/mfa/recovery-codes.ts'
import { replaceRecoveryCodes } from '#features/identity/mfa/recovery-codes.queries.ts'
import { mfaTokensOf } from '#features/identity/mfa-token.ts'
import { insertChallenge } from '#features/identity/challenges.queries.ts'
import { encryptSecret } from '#features/identity/mfa/verification-code.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

export type TestAuthenticator = { secret: string; recoveryCodes: string[] }

/** Sets up two-step verification with an unused app and all recovery codes. */
export async function anAuthenticator(
  { app, db }: { app: Pick<App, 'secret' | 'secrets'>; db: Db },
  { id, tenantId }: Pick<TestUser, 'id' | 'tenantId'>,
): Promise<TestAuthenticator> {
  const scope = scopeOf(tenantId)
  const [secret, recoveryCodes] = [generateSecret(), newRecoveryCodes()]
  await sql`insert into authenticators (tenant_id, user_id, secret, confirmed_at)
    values (${tenantId}, ${id}, ${encryptSecret(app, scope, id, secret)}, now())`.execute(db)
  const hashes = recoveryCodes.map((code) => hashOfCode(app.secret, id, code))
  await replaceRecoveryCodes(db, scope, id, hashes)
  return { secret, recoveryCodes }
}

/** The app's code now, or this many time steps later. */
export function codeOf({ secret }: { secret: string }, steps = 0, now = new Date()): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + 30 * steps })
}

/** The token after a correct password. */
export async function anMfaToken(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  { id: userId, tenantId }: Pick<TestUser, 'id' | 'tenantId'>,
): Promise<string> {
  const challengeId = await insertChallenge(db, scopeOf(tenantId), userId)
  return await mfaTokensOf(app).sign({ userId, tenantId, challengeId })
}
