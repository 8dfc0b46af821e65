-- Saves one or two choices of a statement for several users in one transaction of the tenant, by save_responses. The
-- second choice is null if there is only one. Every row n gets an outcome; 'saved', 'repeated' and 'stale' come with
-- both states. What was saved has one row more, last and without an outcome: the progress of the statement's element.
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
  seconds bigint[] := '{}';
  saved bigint[] := '{}';
  one record;
begin
  for one in
    select * from save_responses(tenant, allowed, sessions, persons, assessments, statements, states, responses, reasons, seen_versions, change_keys)
  loop
    if one.outcome in ('saved', 'repeated') and one.n <> all (saved) then
      saved := saved || one.n;
    end if;
    if second_states[one.n] is null or one.outcome not in ('saved', 'repeated') then
      n := one.n; outcome := one.outcome; saved_by := one.saved_by; statement_set_id := one.statement_set_id;
      statement_id := one.statement_id; state := one.state; statement_response_id := one.statement_response_id;
      not_applicable_reason := one.not_applicable_reason; version := one.version;
      to_confirm := one.to_confirm; updated_at := one.updated_at;
      return next;
      continue;
    end if;
    if one.n <> all (seconds) then
      seconds := seconds || one.n;
    end if;
    -- The first choice has raised the future response that the second one replaces.
    if second_states[one.n] = 2 and one.state = 2 and one.version = second_versions[one.n] + 1
      and one.statement_response_id = responses[one.n] then
      second_versions[one.n] := one.version;
    end if;
  end loop;

  if cardinality(seconds) > 0 then
    return query select seconds[r.n], r.outcome, r.saved_by, r.statement_set_id, r.statement_id, r.state, r.statement_response_id,
      r.not_applicable_reason, r.version, r.to_confirm, r.updated_at, null::bigint, null::int, null::int, null::boolean
    from save_responses(tenant, allowed,
      array(select sessions[i] from unnest(seconds) i), array(select persons[i] from unnest(seconds) i),
      array(select assessments[i] from unnest(seconds) i), array(select statements[i] from unnest(seconds) i),
      array(select second_states[i] from unnest(seconds) i), array(select second_responses[i] from unnest(seconds) i),
      array(select second_reasons[i] from unnest(seconds) i), array(select second_versions[i] from unnest(seconds) i),
      array(select second_keys[i] from unnest(seconds) i)) r;
  end if;

  return query select one.n, null::text, null::text, null::bigint, null::bigint, null::smallint, null::bigint,
    null::text, null::int, null::boolean, null::timestamptz, o.element_id, p.answered, p.copied,
    exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = assessments[one.n] and c.element_id = o.element_id)
  from unnest(saved) as one (n)
  join statements o on o.tenant_id = tenant and o.id = statements[one.n]
  cross join lateral (
    select count(*) filter (where not is_copied)::int as answered, count(*) filter (where is_copied)::int as copied
    from (
      select case when count(x.not_applicable_reason) > 0 then bool_or(x.to_confirm) filter (where x.state = 1)
        else bool_or(x.to_confirm) end as is_copied
      from statements s
      join responses x on x.tenant_id = tenant and x.assessment_id = assessments[one.n] and x.statement_id = s.id and x.state in (1, 2)
      where s.tenant_id = tenant and s.element_id = o.element_id
        -- The assessment is looked up for statements of a level or of profiles alone.
        and ((s.level_key is null and s.profile_keys is null) or exists (
          select from assessments a where a.tenant_id = tenant and a.id = assessments[one.n]
            and (s.level_key is null or a.scope_levels is null or s.level_key = any (a.scope_levels))
            and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)))
      group by s.id
      having count(x.statement_response_id) = 2 or count(x.not_applicable_reason) > 0
    ) chosen
    offset 0
  ) p;
end $$;
revoke execute on function save_answers from public;
grant execute on function save_answers to wm_app;
