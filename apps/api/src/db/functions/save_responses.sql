-- Saves answers of several people: checks session and input, saves and writes the history. Returns the responses of the
-- rows that it saved; the caller finds out why others weren't. The caller has bound the transaction to the tenant.
create or replace function save_responses(tenant bigint, allowed text[], sessions bigint[], persons bigint[], assessments bigint[],
  statements bigint[], states smallint[], responses bigint[], reasons text[], seen_versions int[], change_keys uuid[])
returns table (n bigint, statement_set_id bigint, statement_id bigint, state smallint, statement_response_id bigint,
  not_applicable_reason text, version int, to_confirm boolean, updated_at timestamptz)
rows 16 language plpgsql
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  turns bigint[] := '{}';
  saved bigint[] := '{}';
  sets bigint[] := '{}';
  one record;
begin
  -- Two devices at once: what one person writes goes one after another, and each sees what the one before did. Who
  -- would have to wait is sent away, for others wait in the same transaction.
  for i in 1 .. cardinality(persons) loop
    if persons[i] <> all (persons[:i - 1]) and pg_try_advisory_xact_lock(-persons[i]) then
      turns := turns || i::bigint;
    end if;
  end loop;

  for one in
    with place as materialized (
      select asked.*, found.*
      from unnest(sessions, persons, assessments, statements, states, responses, reasons, seen_versions, change_keys)
        with ordinality as asked (session, person, assessment, statement, in_state, response, reason, seen_version, change_key, n)
      cross join lateral (
        select a.status, a.touched_at, s.element_id, s.statement_set_id, s.allows_not_applicable, chosen.value as chosen, own.version,
          own.statement_response_id as before_response, own.not_applicable_reason as before_reason,
          (select v.value from responses o join statement_responses v on v.tenant_id = tenant and v.statement_id = asked.statement and v.id = o.statement_response_id
            where o.tenant_id = tenant and o.assessment_id = asked.assessment and o.statement_id = asked.statement and o.state = 3 - asked.in_state) as other,
          exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = asked.assessment and c.element_id = s.element_id) as is_complete
        from signed_in me
        join assessments a on a.tenant_id = tenant and a.id = asked.assessment and a.user_id = me.id and a.status not in ('in_review', 'certified')
        join statements s on s.tenant_id = tenant and s.id = asked.statement and s.content_set_id = a.content_set_id
        left join statement_responses chosen on chosen.tenant_id = tenant and chosen.statement_id = asked.statement and chosen.id = asked.response
        left join responses own on own.tenant_id = tenant and own.assessment_id = asked.assessment and own.statement_id = asked.statement and own.state = asked.in_state
        where me.tenant_id = tenant and me.session_id = asked.session and me.id = asked.person and me.roles && allowed
          and me.has_accepted_terms and not me.needs_mfa_setup
        offset 0
      ) found
      where asked.n = any (turns)
    ), right_ones as materialized (
      select * from place
      where coalesce(version, 0) = seen_version
        and (response is null or chosen is not null)
        and (reason is null or allows_not_applicable and in_state = 1 and response is null)
        and (in_state = 1 or other > chosen is not true)
    ), kept as (
      insert into responses as r (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
      select tenant, assessment, statement, in_state, response, reason, person from right_ones
      on conflict (tenant_id, assessment_id, statement_id, state) do update set
        statement_response_id = excluded.statement_response_id, not_applicable_reason = excluded.not_applicable_reason,
        version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = excluded.updated_by
    ), noted as (
      insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
        before_response_id, before_reason, after_response_id, after_reason)
      select tenant, assessment, statement, in_state, seen_version + 1, change_key, person, before_response, before_reason, response, reason
      from right_ones
    )
    select * from right_ones
  loop
    if one.in_state = 1 and one.other < one.chosen then
      perform raise_future(tenant, one.person, one.assessment, one.statement, one.response, one.change_key);
    end if;
    if one.is_complete or one.status <> 'in_progress' then
      perform reopen_element(tenant, one.assessment, one.element_id);
    end if;
    if one.touched_at < now() - interval '5 minutes' then
      update assessments a set touched_at = now() where a.tenant_id = tenant and a.id = one.assessment;
    end if;
    saved := saved || one.n;
    sets := sets || one.statement_set_id;
  end loop;

  return query select one.n, one.statement_set, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason,
    r.version, r.to_confirm, r.updated_at
  from unnest(saved, sets) as one (n, statement_set)
  cross join lateral (
    select * from responses r where r.tenant_id = tenant and r.assessment_id = assessments[one.n] and r.statement_id = statements[one.n]
    order by r.state offset 0) r;
end $$;
revoke execute on function save_responses from public;
grant execute on function save_responses to wm_app;
