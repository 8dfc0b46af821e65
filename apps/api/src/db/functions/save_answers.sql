-- Saves one or two choices of a statement for several users in one transaction of the tenant, by save_responses. The
-- second choice is null if there is only one. Every row n gets an outcome; 'saved', 'repeated' and 'stale' come with
-- both states and with the progress of the statement's element.
create or replace function save_answers(tenant bigint, allowed text[], sessions bigint[], persons bigint[], assessments bigint[],
  statements bigint[], states smallint[], responses bigint[], reasons text[], seen_versions int[], change_keys uuid[],
  second_states smallint[], second_responses bigint[], second_reasons text[], second_versions int[], second_keys uuid[])
returns table (n bigint, outcome text, saved_by text, statement_set_id bigint, statement_id bigint, state smallint,
  statement_response_id bigint, not_applicable_reason text, version int, to_confirm boolean, updated_at timestamptz,
  element_id bigint, answered int, copied int, is_complete boolean)
rows 16 language plpgsql
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  outcomes text[] := array_fill('busy'::text, array[cardinality(persons)]);
  savers text[] := array_fill(null::text, array[cardinality(persons)]);
  sets bigint[] := array_fill(null::bigint, array[cardinality(persons)]);
  seconds bigint[] := '{}';
  one record;
begin
  for one in
    select r.n, min(r.outcome) as outcome, min(r.saved_by) as saved_by, min(r.statement_set_id) as statement_set,
      max(r.version) filter (where r.state = 2) as future_version,
      max(r.statement_response_id) filter (where r.state = 2) as future
    from save_responses(tenant, allowed, sessions, persons, assessments, statements, states, responses, reasons, seen_versions, change_keys) r
    group by r.n
  loop
    outcomes[one.n] := one.outcome;
    savers[one.n] := one.saved_by;
    sets[one.n] := one.statement_set;
    continue when second_states[one.n] is null or one.outcome not in ('saved', 'repeated');
    seconds := seconds || one.n;
    -- The first choice has raised the future response that the second one replaces.
    if second_states[one.n] = 2 and one.future_version = second_versions[one.n] + 1 and one.future = responses[one.n] then
      second_versions[one.n] := one.future_version;
    end if;
  end loop;

  if cardinality(seconds) > 0 then
    for one in
      select seconds[r.n] as n, min(r.outcome) as outcome, min(r.saved_by) as saved_by
      from save_responses(tenant, allowed,
        array(select sessions[i] from unnest(seconds) i), array(select persons[i] from unnest(seconds) i),
        array(select assessments[i] from unnest(seconds) i), array(select statements[i] from unnest(seconds) i),
        array(select second_states[i] from unnest(seconds) i), array(select second_responses[i] from unnest(seconds) i),
        array(select second_reasons[i] from unnest(seconds) i), array(select second_versions[i] from unnest(seconds) i),
        array(select second_keys[i] from unnest(seconds) i)) r
      group by r.n
    loop
      outcomes[one.n] := one.outcome;
      savers[one.n] := one.saved_by;
    end loop;
  end if;

  return query select one.n, one.outcome, one.saver, one.statement_set, r.statement_id, r.state, r.statement_response_id,
    r.not_applicable_reason, r.version, r.to_confirm, r.updated_at, p.element_id, p.answered, p.copied, p.is_complete
  from unnest(outcomes, savers, sets) with ordinality as one (outcome, saver, statement_set, n)
  left join lateral (
    select s.element_id,
      count(*) filter (where a.is_chosen and not a.is_copied)::int as answered,
      count(*) filter (where a.is_chosen and a.is_copied)::int as copied,
      exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = assessments[one.n] and c.element_id = s.element_id) as is_complete
    from statements s
    left join lateral (
      select bool_or(x.state = 1 and x.not_applicable_reason is not null) or count(x.statement_response_id) = 2 as is_chosen,
        case when bool_or(x.state = 1 and x.not_applicable_reason is not null) then bool_or(x.state = 1 and x.to_confirm)
          else bool_or(x.to_confirm) end as is_copied
      from responses x where x.tenant_id = tenant and x.assessment_id = assessments[one.n] and x.statement_id = s.id and x.state in (1, 2)
    ) a on true
    where s.tenant_id = tenant and s.element_id = (select o.element_id from statements o where o.tenant_id = tenant and o.id = statements[one.n])
    group by s.element_id
    offset 0
  ) p on one.outcome in ('saved', 'repeated', 'stale')
  left join lateral (
    select * from responses r where r.tenant_id = tenant and r.assessment_id = assessments[one.n] and r.statement_id = statements[one.n]
    order by r.state offset 0) r on one.outcome in ('saved', 'repeated', 'stale');
end $$;
revoke execute on function save_answers from public;
grant execute on function save_answers to wm_app;
