import { MOST_COUNTED } from 'contract/list'
import { searchNorm } from 'contract/search-norm'
import type { CustomerListQuery } from 'contract/tenants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/driver.ts'

type Wish = Pick<CustomerListQuery, 'name' | 'auditor'> & {
  isInView: RawBuilder<boolean>
  platformId: number
}
type Part = Pick<CustomerListQuery, 'sort' | 'page' | 'limit'>

/** A page of the organisations that are wished for; read where the platform's rows are seen. */
export async function findOrganisations(
  db: Db,
  wish: Wish,
  { sort, page, limit }: Part,
): Promise<number[]> {
  const [column, way] = sort.split('.')
  const sorted = column === 'domain' ? 't.domain' : 't.name_norm'
  const direction = way === 'desc' ? 'desc' : 'asc'
  const rows = await wished(db, wish)
    .select('t.id')
    .orderBy(sorted, direction)
    .orderBy('t.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many there are, and one more than is counted where there are more. */
export async function countOrganisations(db: Db, wish: Wish): Promise<number> {
  const { count } = await db
    .selectFrom(
      wished(db, wish)
        .select('t.id')
        .limit(MOST_COUNTED + 1)
        .as('found'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function wished(db: Db, { isInView, platformId, name, auditor }: Wish) {
  const part = searchNorm(name ?? '')
  return db
    .selectFrom('tenants as t')
    .where(isInView)
    .$if(name !== undefined, (found) =>
      found.where(
        sql<boolean>`(position(${part} in t.name_norm) > 0 or position(${part} in t.domain) > 0)`,
      ),
    )
    .$if(auditor !== undefined, (found) =>
      found.where(
        sql<boolean>`exists (select from tenant_auditors a where a.tenant_id = ${platformId}
          and a.organisation_id = t.id and a.auditor_id = any(${auditor ?? []}::bigint[]))`,
      ),
    )
}

export async function listOrganisationNames(db: Db, isInView: RawBuilder<boolean>) {
  return await db
    .selectFrom('tenants as t')
    .select(['t.id', 't.name', sql<boolean>`t.kind = 'public'`.as('is_public')])
    .where(isInView)
    .orderBy('t.name_norm')
    .orderBy('t.id')
    .execute()
}

/** Who audits any of the organisations in view. */
export async function listAuditorNames(db: Db, platformId: number, isInView: RawBuilder<boolean>) {
  return await db
    .selectFrom('users as u')
    .select(['u.id', 'u.name'])
    .where('u.tenant_id', '=', platformId)
    .where(
      'u.id',
      'in',
      sql<number>`(select a.auditor_id from tenant_auditors a join tenants t on t.id = a.organisation_id
        where a.tenant_id = ${platformId} and ${isInView})`,
    )
    .orderBy('u.name_norm')
    .orderBy('u.id')
    .execute()
}
