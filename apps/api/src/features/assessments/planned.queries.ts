import { type RawBuilder, sql } from 'kysely'
import { IS_ELIGIBLE } from '#support/active-users.queries.ts'

/** Whether a planned action `p` is still to be done. */
export const IS_LEFT: RawBuilder<boolean> = sql`(p.status in ('open', 'in_progress'))`

/** Whether a user `u` can own an action of the assessment `a`. */
export const CAN_OWN: RawBuilder<boolean> = sql`(case when a.user_id is not null then u.id = a.user_id
  else ${IS_ELIGIBLE} and (u.id = a.owner_id or exists (select from assessment_members m
    where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end)`

/** The statement `s` of a planned action `p`, in the edition of its assessment `a` or else in the newest one that has it. */
export const STATEMENT_OF_ACTION = {
  join: sql`left join lateral (
    select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position,
      e.position as element_position
    from content_sets mine
    join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
    join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
    join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
    where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
    order by c.id = a.content_set_id desc, c.version desc limit 1) s on true`,
  shown: sql`case when s.text is not null then json_build_object('text', s.text, 'element', s.element, 'number', s.number) end`,
}
