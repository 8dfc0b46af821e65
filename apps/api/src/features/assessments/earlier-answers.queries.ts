import type { EarlierAnswers } from 'contract/earlier-answers'
import { type RawBuilder, sql } from 'kysely'
import { ownedAs } from '#features/assessments/access.queries.ts'
import type { Db, Scope } from '#db/scope.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'

type EarlierRow = EarlierAnswers['answers'][number] & { year: number }

type This = Pick<Assessment, 'owner_id' | 'is_shared' | 'family_id' | 'year' | 'type'>

function earlierThan(
  tenantId: number,
  { owner_id, is_shared, family_id, year, type }: This,
): RawBuilder<unknown> {
  return sql`select a.id, a.year from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ${family_id}
    where a.tenant_id = ${tenantId} and ${ownedAs({ owner_id, is_shared })} and a.type = ${type} and a.year < ${year}
    order by a.year desc, a.id desc limit 1`
}

/** The answers of the same user, or of the earlier shared assessment, the last earlier year of this set and type, by the keys of an element's statements. */
export async function findEarlierAnswers(
  db: Db,
  { tenantId }: Scope,
  assessment: This,
  statementIds: readonly number[],
): Promise<EarlierAnswers | null> {
  const { rows } = await sql<EarlierRow>`
    with earlier as (${earlierThan(tenantId, assessment)})
    select e.year, s.id as statement_id, r.not_applicable_reason is not null as is_not_applicable,
      chosen.label, now.id as response_id
    from earlier e
    join responses r on r.tenant_id = ${tenantId} and r.assessment_id = e.id
    join statements old on old.tenant_id = r.tenant_id and old.id = r.statement_id
    join statements s on s.tenant_id = r.tenant_id and s.key = old.key and s.id = any(${[...statementIds]}::bigint[])
    left join statement_responses chosen on chosen.tenant_id = r.tenant_id and chosen.id = r.statement_response_id
    left join statement_responses now on now.tenant_id = r.tenant_id and now.statement_id = s.id and now.key = chosen.key
    -- The certified response, if there is one.
    where r.state = (select max(l.state) from responses l where l.tenant_id = r.tenant_id
        and l.assessment_id = r.assessment_id and l.statement_id = r.statement_id and l.state <> 2)
      and (chosen.id is not null or r.not_applicable_reason is not null)`.execute(db)
  const [first] = rows
  if (!first) return null
  return {
    year: first.year,
    answers: rows.map(({ statement_id, is_not_applicable, label, response_id }) => ({
      statement_id,
      is_not_applicable,
      label,
      response_id,
    })),
    planned: await listEarlierPlanned(db, tenantId, assessment, statementIds),
  }
}

async function listEarlierPlanned(
  db: Db,
  tenantId: number,
  assessment: This,
  statementIds: readonly number[],
): Promise<EarlierAnswers['planned']> {
  const { rows } = await sql<EarlierAnswers['planned'][number]>`
    with earlier as (${earlierThan(tenantId, assessment)})
    select s.id as statement_id, p.id, p.title, p.status
    from earlier e
    join actions p on p.tenant_id = ${tenantId} and p.assessment_id = e.id
    join statements s on s.tenant_id = p.tenant_id and s.key = p.statement_key and s.id = any(${[...statementIds]}::bigint[])
    order by p.id`.execute(db)
  return rows
}
