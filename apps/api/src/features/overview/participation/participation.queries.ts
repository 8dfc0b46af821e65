import type { AssessmentType } from 'contract/fields'
import type { Participant, ParticipationState } from 'contract/participation'
import { sql } from 'kysely'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { ofTenants } from '#db/of-tenants.ts'
import type { Key } from './find-participants.ts'
import { type Time, hasNotBegun } from './taking-part.ts'

/** Of content sets: where they are, what they offer, and the year that they cover. */
type OfSets = Time & {
  tenantIds: readonly number[]
  type?: AssessmentType | undefined
  title?: string | undefined
}

/**
 * The organisations that have something of what is asked for to begin in the year, or had; and the titles of all that
 * can be begun in it, or could.
 */
export async function readOffered(
  db: Db,
  { tenantIds, year, isPast, type, title }: OfSets,
): Promise<{ openIn: number[]; titles: string[] }> {
  const { rows } = await sql<{ open_in: string[]; titles: string[] }>`
    select coalesce(array_agg(distinct c.tenant_id) filter (where ${isOffered(type)}
        and ${title === undefined ? sql`true` : sql`c.title = ${title}`}), '{}') as open_in,
      coalesce((array_agg(distinct c.title))[1:50], '{}') as titles
    from content_sets c where ${ofTenants('c.tenant_id', tenantIds)} and c.year_from <= ${year}
      and (c.year_to is null or c.year_to >= ${year})
      and ${isPast ? sql`c.status in ('published', 'retired')` : sql`c.status = 'published'`}`.execute(
    db,
  )
  return { openIn: rows[0]?.open_in.map(Number) ?? [], titles: rows[0]?.titles ?? [] }
}

function isOffered(type: AssessmentType | undefined) {
  if (!type) return sql`true`
  return type === 'certification' ? sql`c.offers_certification` : sql`c.offers_self_assessment`
}

/** All content sets of a title, whatever the year: an assessment may have moved to another edition. */
export async function listSets(
  db: Db,
  { tenantIds, title }: Pick<OfSets, 'tenantIds' | 'title'>,
): Promise<number[] | undefined> {
  if (title === undefined) return undefined
  const { rows } = await sql<{ id: number }>`
    select c.id from content_sets c where ${ofTenants('c.tenant_id', tenantIds)} and c.title = ${title}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How many people have not begun, in each of these organisations that has any. */
export async function countNotBegun(
  db: Db,
  openIn: readonly number[],
  time: Time,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ tenant_id: number; count: number }>`
    select u.tenant_id, count(*) as count from users u where ${hasNotBegun(openIn, time)} group by u.tenant_id`.execute(
    db,
  )
  return new Map(rows.map(({ tenant_id, count }) => [tenant_id, count]))
}

type Row = {
  id: number
  name: string
  email: string
  is_removed: boolean
  tenant_id: number
  tenant_name: string
  assessment_id: number | null
  status: ParticipationState | null
  type: AssessmentType
  year: number
  touched_at: string
  content_set_id: number
  title: string
  answered: number
  total: number
}

/** These lines as the list shows them, in this order; what has gone meanwhile is left out. */
export async function listParticipantsByKey(
  db: Db,
  { tenantIds }: PlatformScope,
  keys: readonly Key[],
): Promise<Participant[]> {
  const tenants = keys.map(({ tenantId }) => tenantId)
  const people = keys.map(({ personId }) => personId)
  const assessments = keys.map(({ assessmentId }) => assessmentId)
  // One key at a time, by the primary keys: the planner does not know how many organisations are in view.
  const { rows } = await sql<Row>`
    select u.*, x.tenant_id, (select t.name from tenants t where t.id = x.tenant_id) as tenant_name, x.assessment_id, a.*
    from unnest(${tenants}::bigint[], ${people}::bigint[], ${assessments}::bigint[])
      with ordinality x(tenant_id, person_id, assessment_id, place)
    cross join lateral (
      select u.id, u.name, u.email, u.removed_at is not null as is_removed from users u
      where u.tenant_id = x.tenant_id and u.id = x.person_id and u.tenant_id = any(${[...tenantIds]}::bigint[]) limit 1) u
    left join lateral (
      select a.status, a.type, a.year, a.touched_at, a.content_set_id,
        (select c.title from content_sets c where c.tenant_id = a.tenant_id and c.id = a.content_set_id) as title,
        (select count(*)::int from statements s where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id) as total,
        (${ANSWERED}) as answered
      from assessments a where a.tenant_id = x.tenant_id and a.id = x.assessment_id limit 1) a on true
    where x.assessment_id is null or a.status is not null
    order by x.place`.execute(db)
  return rows.map(present)
}

/** How many statements of an assessment `a` are answered, as `stateOf` in progress.ts has it. */
const ANSWERED = sql`
  select count(*)::int from (
    select from responses r
    where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state in (1, 2) and not r.to_confirm
    group by r.statement_id
    having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null)) answered`

function present({ id, name, email, is_removed, ...row }: Row): Participant {
  const { assessment_id, status, content_set_id, title, ...rest } = row
  const { type, year, answered, total, touched_at } = rest
  return {
    id: assessment_id ?? id,
    person: { id, name, email, is_removed },
    tenant: { id: rest.tenant_id, name: rest.tenant_name },
    state: status ?? 'not_begun',
    assessment:
      assessment_id === null
        ? null
        : { content_set: { id: content_set_id, title }, type, year, answered, total, touched_at },
  }
}
