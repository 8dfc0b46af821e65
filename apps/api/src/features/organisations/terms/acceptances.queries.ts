import { sql } from 'kysely'
import type { Acceptance } from 'contract/terms-editing'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { inScope } from '#db/in-scope.ts'
import { likePattern } from '#db/like-pattern.ts'

type Filter = { termsId: number; name: string | undefined }

export async function requireVersion(db: Db, id: number): Promise<void> {
  await db
    .selectFrom('terms')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('version of the terms of use'))
}

export async function listAcceptances(
  db: Db,
  scope: VisibleScope,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Acceptance[]> {
  return await matching(db, scope, filter)
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select([
      'a.user_id',
      'u.name',
      sql<string | null>`case when u.removed_at is null then u.email end`.as('email'),
      't.name as tenant',
      'a.accepted_at',
      'a.address',
      'a.addition_version',
    ])
    .orderBy('a.accepted_at', 'desc')
    .orderBy('a.user_id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countAcceptances(db: Db, scope: VisibleScope, filter: Filter) {
  const row = await matching(db, scope, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function matching(db: Db, scope: VisibleScope, { termsId, name }: Filter) {
  const pattern = likePattern(name ?? '')
  return db
    .selectFrom('terms_acceptances as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.user_id'),
    )
    .where(inScope('a.tenant_id', scope))
    .where('a.terms_id', '=', termsId)
    .$if(name !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('u.name_norm', 'like', pattern),
          eb.and([eb('u.email_norm', 'like', pattern), eb('u.removed_at', 'is', null)]),
        ]),
      ),
    )
}
