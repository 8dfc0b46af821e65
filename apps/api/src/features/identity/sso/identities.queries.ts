import { type RawBuilder, sql } from 'kysely'
import type { ProviderClaims } from '#adapters/provider-claims.ts'
import type { Scope, Db } from '#db/scope.ts'

export type KnownUser = { id: number; is_active: boolean; roles: string[] }

/** Who vouches for an identity: a connection, or the Salesforce of this installation (`connectionId` is null). */
export type Voucher = { connectionId: number | null; issuer: string }

/** The columns that tell who vouched, of an identity, a session or a handover. */
export type VouchedBy = { connection_id: number | null; is_salesforce: boolean }

export function vouchedBy({ connectionId }: Pick<Voucher, 'connectionId'>): VouchedBy {
  return { connection_id: connectionId, is_salesforce: connectionId === null }
}

/**
 * Whether an identity `i` is the voucher's. The issuer counts too: after a connection got another provider, the same
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
    .select(['u.id', 'u.is_active', 'u.roles'])
    .where('i.tenant_id', '=', scope.tenantId)
    .where(isOf(voucher))
    .where(isFor(claimed))
    .orderBy(sql`i.subject = ${claimed.subject}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** `is_linked`: the voucher already has a subject for the account. */
export async function findByEmail(db: Db, scope: Scope, voucher: Voucher, email: string) {
  return await db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.is_active',
      'u.roles',
      sql<boolean>`exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and ${isOf(voucher)})`.as(
        'is_linked',
      ),
    ])
    .where('u.tenant_id', '=', scope.tenantId)
    .where('u.email_norm', '=', email.toLowerCase())
    .executeTakeFirst()
}

type NewIdentity = Voucher & { subject: string; user_id: number }

/** Answers whether it was linked. A voucher has one subject for each account, and one account for each subject. */
export async function insertIdentity(
  db: Db,
  scope: Scope,
  { connectionId, issuer, subject, user_id }: NewIdentity,
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
  return numInsertedOrUpdatedRows === 1n
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
    .returning(['id', 'is_active', 'roles'])
    .executeTakeFirst()
}
