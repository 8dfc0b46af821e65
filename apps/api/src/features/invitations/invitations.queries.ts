import type { Invitation } from 'contract/invitations'
import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { knownRoles } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'

const MOST = 500

export async function listInvitations(db: Db, scope: Scope): Promise<Invitation[]> {
  const rows = await invitationsOf(db, scope).orderBy('l.id', 'desc').limit(MOST).execute()
  return rows.map(present)
}

export async function getInvitation(db: Db, scope: Scope, id: number): Promise<Invitation> {
  const row = await invitationsOf(db, scope).where('l.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('invitation')
  return present(row)
}

type Row = Awaited<ReturnType<ReturnType<typeof invitationsOf>['executeTakeFirstOrThrow']>>

function invitationsOf(db: Db, scope: Scope) {
  return db
    .selectFrom('one_time_links as l')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.invited_by'),
    )
    .select(['l.id', 'l.email', 'l.roles', 'l.created_at', 'l.expires_at', 'u.name as invited_by'])
    .select(
      sql<Invitation['status']>`case when l.revoked_at is not null then 'revoked'
        when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired'
        else 'open' end`.as('status'),
    )
    .where('l.tenant_id', '=', scope.tenantId)
    .where('l.kind', '=', 'invite')
}

function present(row: Row): Invitation {
  return { ...row, roles: knownRoles(row.roles ?? []) }
}

/** Locks an invitation that was neither accepted nor withdrawn; answers whether there is one. */
export async function lockOpenInvitation(db: Db, scope: Scope, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_links')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function revokeInvitation(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Which of these addresses have an open invitation, in lower case; those that are too old make room for a new one. */
export async function listInvitedEmails(
  db: Db,
  scope: Scope,
  emails: readonly string[],
): Promise<string[]> {
  const norms = emails.map((email) => email.toLowerCase())
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', 'in', norms)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
  const rows = await db
    .selectFrom('one_time_links')
    .select('email_norm')
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', 'in', norms)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.map((row) => row.email_norm)
}
