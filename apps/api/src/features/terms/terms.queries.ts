import type { PublicTerms, Terms } from 'contract/terms'
import type { Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

/** The newest terms, with when this person accepted them. */
export async function getCurrentTerms(db: Db, scope: Scope, userId: number): Promise<Terms> {
  const row = await db
    .selectFrom('terms as t')
    .leftJoin('terms_acceptances as a', (join) =>
      join
        .onRef('a.terms_id', '=', 't.id')
        .on('a.tenant_id', '=', scope.tenantId)
        .on('a.user_id', '=', userId),
    )
    .select(['t.id', 't.version', 't.text', 't.what_changed', 't.published_at', 'a.accepted_at'])
    .orderBy('t.version', 'desc')
    .executeTakeFirst()
  if (!row) throw notFound('terms of use')
  return row
}

/** The newest terms, for whoever is not known yet. */
export async function getLatestTerms(db: Db): Promise<PublicTerms> {
  const row = await db
    .selectFrom('terms')
    .select(['id', 'version', 'text', 'what_changed', 'published_at'])
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (!row) throw notFound('terms of use')
  return row
}

/** Logged once per version: who, when, from where. */
export async function insertAcceptance(
  db: Db,
  scope: Scope,
  userId: number,
  termsId: number,
  address: string,
): Promise<void> {
  await db
    .insertInto('terms_acceptances')
    .values({ tenant_id: scope.tenantId, user_id: userId, terms_id: termsId, address })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
