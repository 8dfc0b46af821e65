import { sql } from 'kysely'
import type { Acceptance } from 'contract/terms-editing'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { likePart } from '#db/like-part.ts'

type Wanted = { termsId: number; name: string | undefined }

export async function listAcceptances(
  db: Db,
  scope: PlatformScope,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<Acceptance[]> {
  return await matching(db, scope, wanted)
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

export async function countAcceptances(db: Db, scope: PlatformScope, wanted: Wanted) {
  const row = await matching(db, scope, wanted)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function matching(db: Db, { tenantIds }: PlatformScope, { termsId, name }: Wanted) {
  const part = likePart(name ?? '')
  return db
    .selectFrom('terms_acceptances as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.user_id'),
    )
    .where('a.tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .where('a.terms_id', '=', termsId)
    .$if(name !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('u.name_norm', 'like', part),
          eb.and([eb('u.email_norm', 'like', part), eb('u.removed_at', 'is', null)]),
        ]),
      ),
    )
}
