import { sql } from 'kysely'
import type { Actor } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { queueMail, type NewMail, type Sender } from '#support/queue-mail.ts'
import { getHostTenant } from '#support/tenants.queries.ts'
import { connectionMail, signInRulesMail } from './mail-texts.ts'

/** Without an actor, it is done at the command line. */
type By = Pick<Sender, 'app'> & { actor?: Pick<Actor, 'id' | 'name'> }

const COMMAND_LINE = 'Someone at the command line'

export const SIGN_IN_RULES = {
  credentials: 'Users sign in with passwords only.',
  sso: 'Users sign in with single sign-on only.',
  combined: 'Users sign in with single sign-on or a password.',
}

export async function tellOfConnection(
  db: Db,
  by: By,
  tenantId: number,
  change: { done: string; domain: string },
): Promise<void> {
  const actor = by.actor?.name ?? COMMAND_LINE
  await tellAdmins(db, by, tenantId, (at) => connectionMail(at, { actor, ...change }))
}

export async function tellOfSignInRules(
  db: Db,
  by: By,
  tenantId: number,
  changes: string[],
): Promise<void> {
  const actor = by.actor?.name ?? COMMAND_LINE
  await tellAdmins(db, by, tenantId, (at) => signInRulesMail(at, { actor, changes }))
}

/** Tells the organisation's admins, except the one who did it, about a change of how its users sign in. */
async function tellAdmins(
  db: Db,
  { app, actor }: By,
  tenantId: number,
  mailFor: (sender: Pick<Sender, 'app' | 'tenant'>) => Omit<NewMail, 'to'>,
): Promise<void> {
  const tenant = await getHostTenant(db, tenantId)
  const admins = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where('roles', '@>', sql<string[]>`array['admin']`)
    .$if(actor !== undefined, (query) => query.where('id', '<>', actor?.id ?? 0))
    .orderBy('id')
    .execute()
  for (const { email } of admins)
    await queueMail(
      db,
      { app, tenant, scope: scopeOf(tenantId) },
      { ...mailFor({ app, tenant }), to: email },
    )
}
