import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Changing how one signs in, and ending sessions, take a proof that is no older. */
const FRESH_MINUTES = 10

/** How a session began, whether its last proof still counts, and what the account has besides. */
export async function getSignIn(db: Db, scope: Scope, userId: number, sessionId: number) {
  return await db
    .selectFrom('sessions as s')
    .select([
      sql<'password' | 'sso'>`s.method`.as('method'),
      sql<boolean>`s.proved_at > now() - make_interval(mins => ${FRESH_MINUTES})`.as('is_fresh'),
      sql<boolean>`exists (select from authenticators a where a.tenant_id = s.tenant_id
        and a.user_id = s.user_id and a.confirmed_at is not null)`.as('has_mfa'),
    ])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** After single sign-on the account's password is no proof of it: there only the sign-in counts. */
export async function keepProof(db: Db, scope: Scope, sessionId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sessionId)
    .where('method', '=', 'password')
    .execute()
}
