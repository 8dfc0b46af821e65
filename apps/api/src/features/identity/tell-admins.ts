import { listAdminEmails } from '#support/active-users.queries.ts'
import type { Actor } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail, type NewMail, type Sender } from '#support/queue-mail.ts'
import { getHostTenant } from '#support/tenants.queries.ts'
import { listAllConnections } from './sso/connections.queries.ts'

/** Without an actor, it is done at the command line. */
export type By = Pick<Sender, 'app'> & { actor?: Pick<Actor, 'id' | 'name'> }

const OPERATOR = 'The operator of this service'

export const SIGN_IN_RULES = {
  credentials: 'Users sign in with passwords only.',
  sso: 'Users sign in with single sign-on only.',
  combined: 'Users sign in with single sign-on or a password.',
}

type Told = {
  /** As "added" or "turned off". */
  done: string
  domain: string
  /** The organisation whose users it signs in, and the one until now. */
  people: number
  former?: number
  /** Whether no one can sign in with it. */
  isOff?: boolean
}

/** Tells the admins of the organisation that has the connection, and of those whose users it signs in. */
export async function tellOfConnection(
  db: Db,
  by: By,
  tenantId: number,
  { people, former = people, ...change }: Told,
  to = [tenantId, people, former],
): Promise<void> {
  const told = {
    actor: by.actor?.name ?? OPERATOR,
    ...change,
    owner: await getHostTenant(db, tenantId),
    signsIn: await getHostTenant(db, people),
    former: await getHostTenant(db, former),
  }
  for (const id of new Set(to))
    await tellAdmins(db, by, id, (at) => MAILS.connection.text(at, told))
}

/** Tells everyone concerned about all connections that are on. */
export async function tellOfConnections(
  db: Db,
  by: By,
  tenantId: number,
  done: string,
  ofOthersOnly = false,
): Promise<void> {
  for (const one of await listAllConnections(db, scopeOf(tenantId))) {
    const people = one.people_tenant_id ?? tenantId
    const to = [tenantId, people].filter((id) => !ofOthersOnly || id !== tenantId)
    const told = { done, domain: one.domain, people }
    if (one.is_active) await tellOfConnection(db, by, tenantId, told, to)
  }
}

/** Tells other organisations that their users can’t sign in here for now, or can again. */
export async function tellOfClosing(
  db: Db,
  by: By,
  { id, name }: { id: number; name: string },
  did: 'suspended' | 'closed' | 'reopened',
): Promise<void> {
  const effect = did === 'reopened' ? 'on' : 'off'
  await tellOfConnections(db, by, id, `${did} ${name}, which turned ${effect}`, true)
}

export async function tellOfSignInRules(
  db: Db,
  by: By,
  tenantId: number,
  changes: string[],
): Promise<void> {
  const actor = by.actor?.name ?? OPERATOR
  await tellAdmins(db, by, tenantId, (at) => MAILS.signInRules.text(at, { actor, changes }))
}

/** Tells the organisation's admins, except the one who did it, about a change of how its users sign in. */
async function tellAdmins(
  db: Db,
  { app, actor }: By,
  tenantId: number,
  mailFor: (sender: Pick<Sender, 'app' | 'tenant'>) => Omit<NewMail, 'to'>,
): Promise<void> {
  const tenant = await getHostTenant(db, tenantId)
  const scope = scopeOf(tenantId)
  for (const to of await listAdminEmails(db, scope, actor?.id))
    await queueMail(db, { app, tenant, scope }, { ...mailFor({ app, tenant }), to })
}
