import { sql } from 'kysely'
import { hasTwoStep } from './two-step.queries.ts'
import type { SessionMethod } from 'contract/enumerations'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'

/** How long a confirmation or a single sign-on counts. */
const FRESH_MINUTES = 10

export async function getSignIn(db: Db, { scope, actor }: SignedInContext) {
  return await db
    .selectFrom('sessions as s')
    .select([
      sql<SessionMethod>`s.method`.as('method'),
      sql<boolean>`s.proved_at > now() - make_interval(mins => ${FRESH_MINUTES})`.as('is_fresh'),
      hasTwoStep(sql`s.tenant_id`, sql`s.user_id`).as('has_mfa'),
    ])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.id', '=', actor.sessionId)
    .where('s.user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
}

/** A password confirms nothing in a session of single sign-on. */
export async function saveConfirmation(db: Db, { scope, actor }: SignedInContext): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', actor.sessionId)
    .where('method', '=', 'password')
    .execute()
}
