import { sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import type { Db, PlatformScope, Scope } from '#db/scope.ts'

/** How long a link that an admin removed leads a user with its address to the same account. */
export const REMEMBERED_DAYS = 90

/** Before an admin removes links, so that the next sign-in finds the same accounts. */
export async function rememberLinks(
  db: Db,
  scope: PlatformScope,
  by: { id: number } | { connection_id: number },
): Promise<void> {
  const columns = [
    'tenant_id',
    'user_id',
    'connection_id',
    'is_salesforce',
    'issuer',
    'provider_email',
  ] as const
  await db
    .insertInto('removed_links')
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom('identities')
        .select(columns)
        .where(inScope('tenant_id', scope))
        .where((eb) => eb.and(by))
        .where('provider_email', 'is not', null)
        .where((eb) => eb.or([eb('is_salesforce', '=', true), eb('connection_id', 'is not', null)]))
        .$narrowType<{ provider_email: string }>(),
    )
    .execute()
}

export async function forgetRemovedLinks(db: Db, { tenantId }: Scope): Promise<void> {
  await db
    .deleteFrom('removed_links')
    .where('tenant_id', '=', tenantId)
    .where('removed_at', '<', sql<string>`now() - make_interval(days => ${REMEMBERED_DAYS})`)
    .execute()
}
