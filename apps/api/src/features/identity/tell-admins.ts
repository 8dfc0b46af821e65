import { sql } from 'kysely'
import { type Db, type SignedInContext, scopeOf } from '#core/context.ts'
import { queueMail, type NewMail, type Sender } from '#support/queue-mail.ts'
import { getHostTenant } from '#support/tenants.queries.ts'

/** Tells the organisation's admins, except the one who did it, about a change of how its users sign in. */
export async function tellOtherAdmins(
  db: Db,
  { app, actor }: SignedInContext,
  tenantId: number,
  mailFor: (sender: Pick<Sender, 'tenant'> & Pick<SignedInContext, 'app'>) => Omit<NewMail, 'to'>,
): Promise<void> {
  const tenant = await getHostTenant(db, tenantId)
  const admins = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where('id', '<>', actor.id)
    .where('roles', '@>', sql<string[]>`array['admin']`)
    .orderBy('id')
    .execute()
  for (const { email } of admins)
    await queueMail(
      db,
      { app, tenant, scope: scopeOf(tenantId) },
      { ...mailFor({ app, tenant }), to: email },
    )
}
