import { type RawBuilder, sql } from 'kysely'
import type { ProviderClaims } from '#adapters/provider-claims.ts'
import type { Scope, Db } from '#db/scope.ts'
import { REMEMBERED_DAYS } from '#features/identity/remember-links.queries.ts'

export type KnownUser = { id: number; email: string; is_active: boolean; roles: string[] }

/** Who vouches for an identity: a connection, or the Salesforce of this installation (`connectionId` is null). */
export type Voucher = { connectionId: number | null; issuer: string }

/** The columns that tell who vouched, of an identity, a session or a handover. */
export type VouchedBy = { connection_id: number | null; is_salesforce: boolean }

export function vouchedBy({ connectionId }: Pick<Voucher, 'connectionId'>): VouchedBy {
  return { connection_id: connectionId, is_salesforce: connectionId === null }
}

/**
 * Whether an identity or a removed link `i` is the voucher's. The issuer counts too: after a connection got another provider, the same
 * subject may be someone else.
 */
function isOf({ connectionId, issuer }: Voucher): RawBuilder<boolean> {
  return connectionId === null
    ? sql<boolean>`(i.is_salesforce and i.issuer = ${issuer})`
    : sql<boolean>`(i.connection_id = ${connectionId} and i.issuer = ${issuer})`
}

export type Subject = Pick<ProviderClaims, 'subject' | 'matching'>

/** Whether it is the subject of an identity `i`. Earlier versions stored name IDs with the spaces around them. */
function isFor({ subject, matching }: Subject): RawBuilder<boolean> {
  if (matching === undefined) return sql<boolean>`i.subject = ${subject}`
  const isAlike = sql<boolean>`i.subject_norm = lower(${subject})`
  return matching === 'caseless'
    ? isAlike
    : sql<boolean>`(${isAlike} and btrim(i.subject, e' \\t\\r\\n') = ${subject})`
}

export async function findByIdentity(db: Db, scope: Scope, voucher: Voucher, claimed: Subject) {
  return await db
    .selectFrom('identities as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .select(['u.id', 'u.email', 'u.is_active', 'u.roles'])
    .where('i.tenant_id', '=', scope.tenantId)
    .where(isOf(voucher))
    .where(isFor(claimed))
    .orderBy(sql`i.subject = ${claimed.subject}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the voucher already has a subject for the account `u`. */
function isLinked(voucher: Voucher): RawBuilder<boolean> {
  return sql<boolean>`exists (select from identities i
    where i.tenant_id = u.tenant_id and i.user_id = u.id and ${isOf(voucher)})`
}

export async function findByEmail(db: Db, scope: Scope, voucher: Voucher, email: string) {
  return await db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.is_active', 'u.roles', isLinked(voucher).as('is_linked')])
    .where('u.tenant_id', '=', scope.tenantId)
    .where('u.email_norm', '=', email.toLowerCase())
    .executeTakeFirst()
}

/** The account whose link, which an admin may have removed since, was last used with this address of the provider. */
export async function findByProviderEmail(db: Db, scope: Scope, voucher: Voucher, email: string) {
  const isSame = sql<boolean>`i.tenant_id = ${scope.tenantId} and ${isOf(voucher)}
    and i.provider_email = ${email.toLowerCase()}`
  const { rows } = await sql<KnownUser & { is_linked: boolean }>`
    select u.id, u.email, u.is_active, u.roles, ${isLinked(voucher)} as is_linked
    from (
      select i.user_id, null::timestamptz as removed_at from identities i where ${isSame}
      union all
      select i.user_id, i.removed_at from removed_links i where ${isSame}
        and i.removed_at > now() - make_interval(days => ${REMEMBERED_DAYS})
    ) known join users u on u.tenant_id = ${scope.tenantId} and u.id = known.user_id
    order by is_linked desc, known.removed_at desc limit 1`.execute(db)
  return rows[0]
}

type ProviderEmail = { userId: number; email: string }

/** Keeps the address that the provider vouches for. It is no longer anyone else's. */
export async function keepProviderEmail(
  db: Db,
  { tenantId }: Scope,
  voucher: Voucher,
  { userId, email }: ProviderEmail,
): Promise<void> {
  const norm = email.toLowerCase()
  const isVouchers = sql`i.tenant_id = ${tenantId} and ${isOf(voucher)}`
  const kept = await sql`update identities i set provider_email = ${norm}
    where ${isVouchers} and i.user_id = ${userId} and i.provider_email is distinct from ${norm}`.execute(
    db,
  )
  if (!kept.numAffectedRows) return
  await sql`update identities i set provider_email = null
    where ${isVouchers} and i.user_id <> ${userId} and i.provider_email = ${norm}`.execute(db)
  await sql`delete from removed_links i
    where ${isVouchers} and (i.user_id = ${userId} or i.provider_email = ${norm})`.execute(db)
}

type NewIdentity = Voucher & { subject: string; user_id: number; email?: string | undefined }

/** Answers whether it was linked. A voucher has one subject for each account, and one account for each subject. */
export async function insertIdentity(
  db: Db,
  scope: Scope,
  { connectionId, issuer, subject, user_id, email }: NewIdentity,
): Promise<boolean> {
  // Links of the connection’s earlier provider.
  if (connectionId !== null)
    await db
      .deleteFrom('identities')
      .where('tenant_id', '=', scope.tenantId)
      .where('connection_id', '=', connectionId)
      .where('issuer', '<>', issuer)
      .where((eb) => eb.or([eb('subject', '=', subject), eb('user_id', '=', user_id)]))
      .execute()
  // A link of the account that no connection has, which this one replaces.
  if (connectionId !== null)
    await db
      .deleteFrom('identities')
      .where('tenant_id', '=', scope.tenantId)
      .where('user_id', '=', user_id)
      .where('issuer', '=', issuer)
      .where('connection_id', 'is', null)
      .where('is_salesforce', '=', false)
      .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identities')
    .values({
      tenant_id: scope.tenantId,
      issuer,
      subject,
      user_id,
      ...vouchedBy({ connectionId }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  if (email !== undefined)
    await keepProviderEmail(db, scope, { connectionId, issuer }, { userId: user_id, email })
  return true
}

/** A plain user without a password; undefined when the address is taken. */
export async function insertSsoUser(
  db: Db,
  scope: Scope,
  { email, name }: { email: string; name: string },
): Promise<KnownUser | undefined> {
  return await db
    .insertInto('users')
    .values({ tenant_id: scope.tenantId, email, name, roles: ['user'] })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email_norm']).doNothing())
    .returning(['id', 'email', 'is_active', 'roles'])
    .executeTakeFirst()
}
