import { sql } from 'kysely'
import type { PublicTerms, Terms, OrganisationTerms } from 'contract/terms'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'

const COLUMNS = [
  't.id',
  't.version',
  't.text',
  't.what_changed',
  't.published_at',
  't.effective_at',
] as const

/** The terms in force, with when the user accepted them. */
export async function getCurrentTerms(db: Db, scope: Scope, userId: number): Promise<Terms> {
  const row = await inForce(db)
    .leftJoin('terms_acceptances as a', (join) =>
      join
        .onRef('a.terms_id', '=', 't.id')
        .on('a.tenant_id', '=', scope.tenantId)
        .on('a.user_id', '=', userId),
    )
    .select([...COLUMNS, 'a.accepted_at'])
    .executeTakeFirstOrThrow(() => notFound('version of the terms of use'))
  return { ...row, addition: await findOrganisationTerms(db, scope) }
}

/** The terms in force, before sign-in. */
export async function getLatestTerms(db: Db, scope: Scope): Promise<PublicTerms> {
  const row = await inForce(db)
    .select(COLUMNS)
    .executeTakeFirstOrThrow(() => notFound('version of the terms of use'))
  return { ...row, addition: await findOrganisationTerms(db, scope) }
}

function inForce(db: Db) {
  return db
    .selectFrom('terms as t')
    .where('t.effective_at', '<=', sql<string>`now()`)
    .orderBy('t.version', 'desc')
    .limit(1)
}

/** The current organisation-specific terms. An empty text removes them. */
async function findOrganisationTerms(db: Db, scope: Scope): Promise<OrganisationTerms | null> {
  const row = await db
    .selectFrom('terms_additions')
    .select(['version', 'text', 'published_at'])
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || row.text === '' ? null : row
}

/** Once for each user and version. */
export async function insertAcceptance(
  db: Db,
  scope: Scope,
  userId: number,
  termsId: number,
  address: string,
): Promise<void> {
  await db
    .insertInto('terms_acceptances')
    .values({
      tenant_id: scope.tenantId,
      user_id: userId,
      terms_id: termsId,
      address,
      addition_version: (await findOrganisationTerms(db, scope))?.version ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
