-- Notes where several users are in shared assessments, and says what others changed in the open element, in one
-- transaction of the tenant. Every row n gets an outcome; 'same' if nothing differs from what was seen, by its tag. The
-- tag's first word is about the values, which are left out if they are the same, and its last one is that of the bell.
create or replace function share_presence(tenant bigint, allowed text[], sessions bigint[], persons bigint[], assessments bigint[],
  elements bigint[], statements bigint[], seen text[])
returns table (n bigint, outcome text, tag text, people json, standing json, responses json, notes json)
rows 16 language plpgsql
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  outcomes text[];
begin
  -- By lateral joins and sub-selects, because the plan for any number of calls would read all users of the organisation.
  select array_agg(coalesce(found.outcome, 'not_allowed') order by asked.n) into outcomes
  from unnest(sessions, persons, assessments, elements) with ordinality as asked (session, person, assessment, element, n)
  left join lateral (
    select case when a.id is null then 'not_found' when e.id is null then 'moved' else 'there' end as outcome
    from signed_in me
    left join assessments a on a.tenant_id = tenant and a.id = asked.assessment and a.owner_id is not null and (a.owner_id = me.id
      or exists (select from assessment_members m where m.tenant_id = tenant and m.assessment_id = a.id and m.user_id = me.id and m.left_at is null))
    left join elements e on e.tenant_id = tenant and e.id = asked.element and e.content_set_id = a.content_set_id
    where me.tenant_id = tenant and me.session_id = asked.session and me.id = asked.person and me.roles && allowed
      and me.has_accepted_terms and not me.needs_mfa_setup and not me.is_moving
    offset 0
  ) found on true;

  -- In the same order everywhere, because batches may have the same user's pages.
  insert into presence as p (tenant_id, assessment_id, user_id, element_id, statement_id)
  select distinct on (asked.assessment, asked.person) tenant, asked.assessment, asked.person, asked.element,
    (select s.id from statements s where s.tenant_id = tenant and s.id = asked.statement and s.element_id = asked.element)
  from unnest(persons, assessments, elements, statements, outcomes) with ordinality as asked (person, assessment, element, statement, outcome, n)
  where asked.outcome = 'there'
  order by asked.assessment, asked.person, asked.n desc
  on conflict (tenant_id, assessment_id, user_id) do update set
    element_id = excluded.element_id, statement_id = excluded.statement_id, seen_at = now();

  -- A visit ends an hour after the last request.
  insert into assessment_visits as v (tenant_id, assessment_id, user_id)
  select distinct tenant, asked.assessment, asked.person
  from unnest(persons, assessments, outcomes) as asked (person, assessment, outcome)
  where asked.outcome = 'there' and (select o.seen_at from assessment_visits o
    where o.tenant_id = tenant and o.assessment_id = asked.assessment and o.user_id = asked.person) > now() - interval '5 minutes' is not true
  order by 2, 3
  on conflict (tenant_id, assessment_id, user_id) do update set
    before_at = case when v.seen_at < now() - interval '1 hour' then v.seen_at else v.before_at end, seen_at = now();

  return query
  select asked.n, case when asked.outcome = 'there' and now_is.tag = asked.seen then 'same' else asked.outcome end, now_is.tag,
    case when now_is.tag is distinct from asked.seen then (
      select json_agg(json_build_object('id', u.id, 'name', u.name, 'element_id', p.element_id, 'statement_id', p.statement_id) order by u.name, u.id)
      from presence p join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
      where p.tenant_id = tenant and p.assessment_id = asked.assessment and p.user_id <> asked.person and p.seen_at > now() - interval '60 seconds') end,
    now_is.standing,
    case when now_is.values_tag is distinct from split_part(asked.seen, '-', 1) then (
      select json_agg(json_build_object('statement_set_id', s.statement_set_id, 'statement_id', r.statement_id, 'state', r.state,
        'statement_response_id', r.statement_response_id, 'not_applicable_reason', r.not_applicable_reason, 'version', r.version,
        'to_confirm', r.to_confirm, 'updated_at', r.updated_at))
      from statements s join responses r on r.tenant_id = tenant and r.assessment_id = asked.assessment and r.statement_id = s.id
      where s.tenant_id = tenant and s.element_id = asked.element) end,
    case when now_is.values_tag is distinct from split_part(asked.seen, '-', 1) then (
      select json_agg(json_build_object('statement_id', o.statement_id, 'note', o.note, 'version', o.version, 'updated_at', o.updated_at))
      from statements s join notes o on o.tenant_id = tenant and o.assessment_id = asked.assessment and o.statement_id = s.id
      where s.tenant_id = tenant and s.element_id = asked.element) end
  from unnest(persons, assessments, elements, seen, outcomes) with ordinality as asked (person, assessment, element, seen, outcome, n)
  left join lateral (
    select there.*, there.values_tag || '-' || coalesce(there.people_tag, '') || '-' || there.bell_tag as tag from (
    select stand.standing,
      -- Versions only grow, so a sum that is the same means that none has changed.
      md5(concat_ws(' ', asked.element, stand.standing::text,
        (select sum(r.version) from statements s join responses r on r.tenant_id = tenant and r.assessment_id = asked.assessment and r.statement_id = s.id
          where s.tenant_id = tenant and s.element_id = asked.element),
        '-', (select sum(o.version) from statements s join notes o on o.tenant_id = tenant and o.assessment_id = asked.assessment and o.statement_id = s.id
          where s.tenant_id = tenant and s.element_id = asked.element))) as values_tag,
      (select md5(string_agg(concat_ws(',', p.user_id, p.element_id, case when p.element_id = asked.element then p.statement_id end), ' ' order by p.user_id)) from presence p
        where p.tenant_id = tenant and p.assessment_id = asked.assessment and p.user_id <> asked.person and p.seen_at > now() - interval '60 seconds') as people_tag,
      -- As tagOfNotifications has it.
      (select md5(concat_ws('-', asked.person, max(b.id), count(*), count(b.read_at))) from notifications b
        where b.tenant_id = tenant and b.user_id = asked.person and b.kind <> 'prompted') as bell_tag
    from (
      select json_build_object('owner_id', a.owner_id, 'status', a.status,
        'is_complete', exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = a.id and c.element_id = asked.element),
        'assignment', (select json_build_object('person_id', g.user_id, 'is_done', g.done_at is not null, 'is_returned', g.returned_at is not null)
          from element_assignments g where g.tenant_id = tenant and g.assessment_id = a.id and g.element_id = asked.element)) as standing
      from assessments a where a.tenant_id = tenant and a.id = asked.assessment
      offset 0
    ) stand
    offset 0
    ) there
    offset 0
  ) now_is on asked.outcome = 'there';
end $$;
revoke execute on function share_presence from public;
grant execute on function share_presence to wm_app;
