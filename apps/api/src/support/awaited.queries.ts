import { sql } from 'kysely'
import { statusesThatAllow } from 'rules/assessment-status'
import type { Db, Scope } from '#db/scope.ts'
import { IS_ELIGIBLE } from './active-users.queries.ts'
import { isAsked } from './applies.queries.ts'

/** So that no one starts to wait for an address while an account with it is created. */
export async function lockAddress(db: Db, { tenantId }: Scope, email: string): Promise<void> {
  const key = `address ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${tenantId}))`.execute(db)
}

export type Given = {
  assessment_id: number
  owner_id: number
  owner: string
  title: string
  year: number
  /** The first one. */
  due_on: string | null
  elements: { id: number; title: string }[]
  is_muted: boolean
}

/**
 * Gives a user what waits for their address, as a contributor. The owner keeps what is complete or closed; someone who
 * can't take part leaves it to a new person. Returns what they got of each assessment and is asked.
 */
export async function giveAwaited(
  db: Db,
  { tenantId }: Scope,
  { id, email }: { id: number; email: string },
): Promise<Given[]> {
  const isAwaited = sql`e.tenant_id = ${tenantId} and e.awaited_norm = ${email.toLowerCase()}`
  const { rows } = await sql<Given>`
    with waiting as materialized (
      select e.assessment_id, e.element_id, ${IS_ELIGIBLE} and a.approver_id is distinct from u.id as is_theirs,
        a.owner_id = u.id or a.status <> all(${statusesThatAllow('answer')}::text[]) or exists (select from element_completions c
          where c.tenant_id = e.tenant_id and c.assessment_id = e.assessment_id and c.element_id = e.element_id) as is_owners
      from element_assignments e
      join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id
      join users u on u.tenant_id = e.tenant_id and u.id = ${id}
      where ${isAwaited} order by e.assessment_id, e.element_id for update of e
    ), kept as (
      delete from element_assignments e using waiting w
      where ${isAwaited} and e.assessment_id = w.assessment_id and e.element_id = w.element_id and w.is_owners
    ), given as (
      update element_assignments e set user_id = case when w.is_theirs then ${id}::bigint end, awaited_email = null from waiting w
      where ${isAwaited} and e.assessment_id = w.assessment_id and e.element_id = w.element_id and not w.is_owners
      returning e.assessment_id, e.element_id, e.user_id, e.due_on
    ), joined as (
      insert into assessment_members (tenant_id, assessment_id, user_id, role)
      select distinct ${tenantId}::bigint, g.assessment_id, g.user_id, 'contributor' from given g where g.user_id is not null
      on conflict (tenant_id, assessment_id, user_id) do update set role = excluded.role, left_at = null
    )
    select a.id as assessment_id, a.owner_id, o.name as owner, c.title, a.year, min(g.due_on)::text as due_on,
      json_agg(json_build_object('id', l.id, 'title', l.title) order by l.position) as elements,
      'assigned' = any(u.muted_mails) as is_muted
    from given g
    join assessments a on a.tenant_id = ${tenantId} and a.id = g.assessment_id
    join elements l on l.tenant_id = ${tenantId} and l.id = g.element_id and ${isAsked(sql`l.id`, sql`a`)}
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    join users u on u.tenant_id = ${tenantId} and u.id = g.user_id
    group by a.tenant_id, a.id, o.name, c.title, u.id, u.muted_mails order by a.id`.execute(db)
  return rows
}
