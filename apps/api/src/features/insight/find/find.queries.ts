import { type RawBuilder, sql } from 'kysely'
import { MAX_FOUND } from 'contract/find'
import { SET_LANGUAGE } from '#features/content/content-sets.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import type { Scope, Db } from '#db/scope.ts'
import { likePattern } from '#db/like-pattern.ts'
import { inScope } from '#db/in-scope.ts'
import { hasText } from '#features/people/user-list.queries.ts'

/** Users with the text in the name, then in the email address, ignoring case and accents. */
export async function findUsers(db: Db, scope: VisibleScope, text: string) {
  const pattern = likePattern(text)
  // In turn, because an index finds the first names in order, without a look at all others.
  const named = await listFound(db, scope, sql`u.name_norm like ${pattern}`, MAX_FOUND)
  const left = MAX_FOUND - named.length
  if (left === 0) return named
  const isAddress = sql<boolean>`(u.email_norm like ${pattern} and u.name_norm not like ${pattern})`
  return [...named, ...(await listFound(db, scope, isAddress, left))]
}

async function listFound(db: Db, scope: VisibleScope, isFound: RawBuilder<boolean>, most: number) {
  // The index has all columns that are compared. Names are read only of those that are found.
  return await db
    .selectFrom((users) =>
      users
        .selectFrom('users as u')
        .select(['u.tenant_id', 'u.id'])
        .where(inScope('u.tenant_id', scope))
        .where('u.removed_at', 'is', null)
        .where(isFound)
        .orderBy('u.name_norm')
        .orderBy('u.id')
        .limit(most)
        .as('found'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'found.tenant_id').onRef('u.id', '=', 'found.id'),
    )
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.name', 'u.email', 't.name as tenant'])
    .orderBy('u.name_norm')
    .orderBy('u.id')
    .execute()
}

export async function findAdminUsers(db: Db, { tenantId }: Scope, text: string) {
  return await db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email'])
    .where('u.tenant_id', '=', tenantId)
    .where(hasText(text))
    .orderBy('u.name_norm')
    .orderBy('u.id')
    .limit(MAX_FOUND)
    .execute()
}

export async function findOrganisations(db: Db, scope: VisibleScope, text: string) {
  return await db
    .selectFrom('tenants as t')
    .select(['t.id', 't.name', 't.domain'])
    .where(inScope('t.id', scope))
    .where((t) =>
      t.or([t('t.name_norm', 'like', likePattern(text)), t('t.domain', 'like', likePattern(text))]),
    )
    .orderBy('t.name_norm')
    .orderBy('t.id')
    .limit(MAX_FOUND)
    .execute()
}

/** The newest edition or draft of each content set. */
export async function findContentSets(db: Db, scope: VisibleScope, text: string) {
  return await db
    .selectFrom('content_sets as c')
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .select(['c.id', 'c.title', SET_LANGUAGE.as('language'), 't.name as tenant'])
    .where(inScope('c.tenant_id', scope))
    .where(sql<boolean>`search_norm(c.title) like ${likePattern(text)}`)
    .where(
      sql<boolean>`not exists (select from content_sets later
        where later.tenant_id = c.tenant_id and later.family_id = c.family_id and later.version > c.version)`,
    )
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(MAX_FOUND)
    .execute()
}
