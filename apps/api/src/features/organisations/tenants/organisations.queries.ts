import { ANSWERED_STATES } from 'contract/enumerations'
import { searchNorm } from 'contract/search-norm'
import type { Organisation, OrganisationListQuery } from 'contract/tenants'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PlatformScope, Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { countRows } from '#support/count-rows.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { TENANT_STATUS } from '#support/tenants.queries.ts'

type Of<S = VisibleScope> = { scope: S; platformId: number; year: number }

/** One page of the organisations and their number. */
export async function readOrganisations(
  db: Db,
  of: Of,
  { sort, page, limit, ...filter }: OrganisationListQuery,
) {
  const [column, direction] = sort.split('.') as ['name' | 'domain', 'asc' | 'desc']
  const rows = await listed(matching(db, of, filter), of)
    .orderBy(column === 'domain' ? 't.domain' : 't.name_norm', direction)
    .orderBy('t.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, ...(await countRows(db, matching(db, of, filter))) }
}

/** The one organisation of the scope. */
export async function findOrganisation(
  db: Db,
  of: Of<PlatformScope>,
): Promise<Organisation | undefined> {
  return await listed(matching(db, of, {}), of).executeTakeFirst()
}

function matching(
  db: Db,
  { scope, platformId }: Of,
  { name, auditor }: Pick<OrganisationListQuery, 'name' | 'auditor'>,
) {
  const text = searchNorm(name ?? '')
  return db
    .selectFrom('tenants as t')
    .where(inScope('t.id', scope))
    .$if(name !== undefined, (tenants) =>
      tenants.where(
        sql<boolean>`(position(${text} in t.name_norm) > 0 or position(${text} in t.domain) > 0)`,
      ),
    )
    .$if(auditor !== undefined, (tenants) =>
      tenants.where(
        sql<boolean>`exists (select from tenant_auditors a where a.tenant_id = ${platformId}
          and a.organisation_id = t.id and a.auditor_id = any(${auditor ?? []}::bigint[]))`,
      ),
    )
}

function listed(tenants: ReturnType<typeof matching>, { platformId, year }: Of) {
  const assessments = (statuses: readonly string[]) => sql<number>`(
    select count(*) from assessments a
    where a.tenant_id = t.id and a.year = ${year} and a.status = any(${[...statuses]}::text[]))`
  return tenants
    .select(['t.id', 't.name', 't.domain', TENANT_STATUS.as('status')])
    .select(sql<boolean>`t.kind = 'public'`.as('is_public'))
    .select(
      sql<number>`(select count(*) from users u where u.tenant_id = t.id and u.removed_at is null)`.as(
        'users',
      ),
    )
    .select([
      assessments(['in_progress']).as('assessments_in_progress'),
      assessments(ANSWERED_STATES).as('assessments_completed'),
    ])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('tenant_auditors as a')
          .innerJoin('users as u', (join) =>
            join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.auditor_id'),
          )
          .select(['u.id', 'u.name'])
          .where('a.tenant_id', '=', platformId)
          .whereRef('a.organisation_id', '=', 't.id')
          .orderBy('u.name'),
      ).as('auditor'),
    )
}

export async function listOrganisationNames(db: Db, scope: VisibleScope) {
  return await db
    .selectFrom('tenants as t')
    .select(['t.id', 't.name', sql<boolean>`t.kind = 'public'`.as('is_public')])
    .where(inScope('t.id', scope))
    .orderBy('t.name_norm')
    .orderBy('t.id')
    .execute()
}

export async function listAuditorNames(db: Db, scope: VisibleScope, platformId: number) {
  return await db
    .selectFrom('users as u')
    .select(['u.id', 'u.name'])
    .where('u.tenant_id', '=', platformId)
    .where(
      'u.id',
      'in',
      sql<number>`(select a.auditor_id from tenant_auditors a
        where a.tenant_id = ${platformId} and ${inScope('a.organisation_id', scope)})`,
    )
    .orderBy('u.name_norm')
    .orderBy('u.id')
    .execute()
}
