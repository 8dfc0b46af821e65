import type { LinkFault } from 'contract/registration'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import type { DB } from '#db/schema.gen.ts'
import { hashOf, randomToken } from '#core/random-token.ts'

export type LinkKind = 'email-change' | 'register' | 'invite' | 'reset'

/** 7 days, but 1 hour for a new password. */
const HOURS: Record<LinkKind, number> = {
  'email-change': 168,
  register: 168,
  invite: 168,
  reset: 1,
}

export const INVITE_HOURS = HOURS.invite

/** Neither used nor revoked; it may have expired. */
export const IS_UNUSED = sql<boolean>`used_at is null and revoked_at is null`

type NewLink = {
  kind: LinkKind
  email: string
  userId?: number
  roles?: string[]
  invitedBy?: number
  hours?: number
}

/** Creates a single-use signature of 256 bits. Only its hash is stored. */
export async function insertLink(db: Db, scope: Scope, link: NewLink) {
  const signature = randomToken()
  const { id } = await insert(db, scope, link, hashOf(signature))
  return { id, signature }
}

/** A requested link has no signature until `signLink`. */
export async function insertRequestedLink(db: Db, scope: Scope, link: NewLink): Promise<number> {
  return (await insert(db, scope, link, null)).id
}

async function insert(db: Db, scope: Scope, link: NewLink, signature_hash: Buffer | null) {
  return await db
    .insertInto('one_time_links')
    .values({
      tenant_id: scope.tenantId,
      kind: link.kind,
      email: link.email,
      user_id: link.userId ?? null,
      roles: link.roles ?? null,
      invited_by: link.invitedBy ?? null,
      signature_hash,
      expires_at: expiryOf(link.hours ?? HOURS[link.kind]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Locks a link that has no signature yet. */
export async function lockRequestedLink(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('one_time_links')
    .select(['id', 'kind', 'email'])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('signature_hash', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Gives a link a new signature and its full time. The previous signature stops working. */
export async function signLink(
  db: Db,
  scope: Scope,
  { id, kind, userId }: { id: number; kind: LinkKind; userId?: number },
): Promise<string> {
  const signature = randomToken()
  await db
    .updateTable('one_time_links')
    .set({
      signature_hash: hashOf(signature),
      expires_at: expiryOf(HOURS[kind]),
      ...(userId !== undefined && { user_id: userId }),
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
  return signature
}

export type LinkClaim = {
  kind: LinkKind
  signature: string
  /** The owner, for links of a signed-in user. */
  userId?: number
  /** The address that it was sent to, ignoring case. */
  email?: string
}

export type Link = { id: number; email: string; user_id: number | null; roles: string[] | null }

/** Reads a link without using it. */
export async function findLink(db: Db, scope: Scope, claim: LinkClaim) {
  return await db
    .selectFrom('one_time_links')
    .select(['id', 'email', 'user_id', 'roles'])
    .select(
      sql<LinkFault | null>`case when revoked_at is not null then 'REVOKED'
        when used_at is not null then 'USED' when expires_at <= now() then 'EXPIRED' end`.as(
        'fault',
      ),
    )
    .where('tenant_id', '=', scope.tenantId)
    .where((link) => isClaimed(link, claim))
    .executeTakeFirst()
}

/** Uses a link. Of many parallel calls exactly one succeeds. */
export async function spendLink(db: Db, scope: Scope, claim: LinkClaim): Promise<Link | undefined> {
  return await db
    .updateTable('one_time_links')
    .set({ used_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where((link) => isClaimed(link, claim))
    .where(IS_UNUSED)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'email', 'user_id', 'roles'])
    .executeTakeFirst()
}

function isClaimed(
  link: ExpressionBuilder<DB, 'one_time_links'>,
  { kind, signature, userId, email }: LinkClaim,
) {
  return link.and([
    link('signature_hash', '=', hashOf(signature)),
    link('kind', '=', kind),
    ...(userId === undefined ? [] : [link('user_id', '=', userId)]),
    ...(email === undefined ? [] : [link('email_norm', '=', email.toLowerCase())]),
  ])
}

/** Locks all links to an address in one order, so that two of them are used in turn. */
export async function lockLinksTo(db: Db, scope: Scope, kinds: readonly LinkKind[], email: string) {
  await db
    .selectFrom('one_time_links')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', '=', email.toLowerCase())
    .where('kind', 'in', kinds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Earlier links for the same purpose stop working. */
export async function spendLinksTo(
  db: Db,
  scope: Scope,
  kinds: readonly LinkKind[],
  email: string,
): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ used_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', '=', email.toLowerCase())
    .where('kind', 'in', kinds)
    .where(IS_UNUSED)
    .execute()
}

export async function revokeLinksOf(
  db: Db,
  scope: Scope,
  kinds: readonly LinkKind[],
  userId: number,
): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where(IS_UNUSED)
    .execute()
}

export async function deleteLink(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .deleteFrom('one_time_links')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

function expiryOf(hours: number) {
  return sql<string>`now() + make_interval(hours => ${hours})`
}
