-- Saves answers of several users in one transaction of the tenant. Every row n gets an outcome; 'saved', 'repeated'
-- and 'stale' come with both states. One statement checks, saves and writes the history.
create or replace function save_responses(tenant bigint, allowed text[], sessions bigint[], persons bigint[], assessments bigint[],
  statements bigint[], states smallint[], responses bigint[], reasons text[], seen_versions int[], change_keys uuid[])
returns table (n bigint, outcome text, saved_by text, statement_set_id bigint, statement_id bigint, state smallint,
  statement_response_id bigint, not_applicable_reason text, version int, to_confirm boolean, updated_at timestamptz)
rows 16 language plpgsql
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  -- As the rules have them (rules/assessment-status).
  closed constant text[] := '{in_review,certified}';
  reopened constant text[] := '{not_started,completed}';
  turns bigint[] := '{}';
  outcomes text[] := array_fill('busy'::text, array[cardinality(persons)]);
  sets bigint[] := array_fill(null::bigint, array[cardinality(persons)]);
  one record;
begin
  -- Answers to one statement are saved in series, and none while something locks the whole assessment (as in
  -- locks.queries.ts). A save doesn't wait here, because other users' answers share the transaction. Nodes of release 0.2
  -- lock the user instead: the release after this one can leave that out, and the check of persons.
  for i in 1 .. cardinality(persons) loop
    continue when persons[i] = any (persons[:i - 1]) or exists (
      select from generate_series(1, i - 1) j where assessments[j] = assessments[i] and statements[j] = statements[i]);
    if pg_try_advisory_xact_lock(-persons[i])
      and pg_try_advisory_xact_lock_shared(hashint8extended(assessments[i], tenant))
      and pg_try_advisory_xact_lock(hashint8extended(statements[i], hashint8extended(assessments[i], tenant))) then
      turns := turns || i::bigint;
    end if;
  end loop;

  for one in
    with place as materialized (
      select asked.*, found.*
      from unnest(sessions, persons, assessments, statements, states, responses, reasons, seen_versions, change_keys)
        with ordinality as asked (session, person, assessment, statement, in_state, response, reason, seen_version, change_key, n)
      left join lateral (
        select a.id as own_assessment, a.status, a.touched_at, s.element_id, s.statement_set_id, s.allows_not_applicable,
          chosen.value as chosen, own.version, true as is_allowed,
          a.user_id is not null or a.owner_id = me.id or exists (select from element_assignments e
            where e.tenant_id = tenant and e.assessment_id = asked.assessment and e.element_id = s.element_id and e.user_id = me.id)
            or exists (select from comments q where q.tenant_id = tenant and q.assessment_id = asked.assessment and q.statement_id = asked.statement
              and q.asked_user_id = me.id and q.resolved_at is null) as is_theirs,
          a.user_id is null and a.owner_id <> me.id as is_member,
          own.statement_response_id as before_response, own.not_applicable_reason as before_reason,
          (select v.value from responses o join statement_responses v on v.tenant_id = tenant and v.statement_id = asked.statement and v.id = o.statement_response_id
            where o.tenant_id = tenant and o.assessment_id = asked.assessment and o.statement_id = asked.statement and o.state = 3 - asked.in_state) as other,
          exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = asked.assessment and c.element_id = s.element_id) as is_complete,
          -- An answer to what the chosen level and profiles don't ask is kept, and opens nothing again.
          (s.level_key is null or a.scope_levels is null or s.level_key = any (a.scope_levels))
            and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles) as is_asked
        from signed_in me
        left join assessments a on a.tenant_id = tenant and a.id = asked.assessment and (a.user_id = me.id or a.owner_id = me.id
          or exists (select from assessment_members m where m.tenant_id = tenant and m.assessment_id = asked.assessment and m.user_id = me.id and m.left_at is null))
        left join statements s on s.tenant_id = tenant and s.id = asked.statement and s.content_set_id = a.content_set_id
        left join statement_responses chosen on chosen.tenant_id = tenant and chosen.statement_id = asked.statement and chosen.id = asked.response
        left join responses own on own.tenant_id = tenant and own.assessment_id = asked.assessment and own.statement_id = asked.statement and own.state = asked.in_state
        where me.tenant_id = tenant and me.session_id = asked.session and me.id = asked.person and me.roles && allowed
          and me.has_accepted_terms and not me.needs_mfa_setup and not me.is_moving
        offset 0
      ) found on true
      where asked.n = any (turns)
    ), checked as materialized (
      select *, case
          when is_allowed is null then 'not_allowed'
          when own_assessment is null then 'not_found'
          when element_id is null then 'moved'
          when not is_theirs then 'not_assigned'
          when status = any (closed) then 'closed'
          -- Only the owner completes an element, and only the owner opens it again.
          when is_complete and is_asked and is_member then 'completed'
          when response is not null and chosen is null then 'invalid_response'
          when reason is not null and (in_state <> 1 or response is not null) then 'invalid_reason'
          when reason is not null and not allows_not_applicable then 'invalid_not_applicable'
          when in_state = 2 and other > chosen then 'below_current'
          when coalesce(version, 0) <> seen_version then 'stale'
          else 'saved' end as result
      from place
    ), judged as materialized (
      -- A repeated save is recognised by its key, whatever has changed since.
      select *, case when result in ('saved', 'not_allowed', 'not_found') then result else coalesce((
          select case when e.after_response_id is not distinct from response and e.after_reason is not distinct from reason
            then 'repeated' else 'key_reused' end
          from response_events e
          where e.tenant_id = tenant and e.assessment_id = assessment and e.statement_id = statement
            and e.state = in_state and e.key = change_key limit 1), result) end as outcome
      from checked
    ), saved as (
      insert into responses as r (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
      select tenant, assessment, statement, in_state, response, reason, person from judged where outcome = 'saved'
      on conflict (tenant_id, assessment_id, statement_id, state) do update set
        statement_response_id = excluded.statement_response_id, not_applicable_reason = excluded.not_applicable_reason,
        version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = excluded.updated_by
    ), recorded as (
      insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
        before_response_id, before_reason, after_response_id, after_reason)
      select tenant, assessment, statement, in_state, seen_version + 1, change_key, person, before_response, before_reason, response, reason
      from judged where outcome = 'saved'
    )
    -- In the same order everywhere, because batches may change rows of the same assessment.
    select * from judged order by assessment, element_id
  loop
    outcomes[one.n] := one.outcome;
    sets[one.n] := one.statement_set_id;
    continue when one.outcome <> 'saved';
    -- A current response above the future one raises the future one to it.
    if one.in_state = 1 and one.other < one.chosen then
      with before as (
        select * from responses r where r.tenant_id = tenant and r.assessment_id = one.assessment and r.statement_id = one.statement and r.state = 2
      ), raised as (
        update responses r set statement_response_id = one.response, not_applicable_reason = null,
          version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = one.person
        where r.tenant_id = tenant and r.assessment_id = one.assessment and r.statement_id = one.statement and r.state = 2
        returning r.version
      )
      insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
        before_response_id, before_reason, after_response_id)
      select tenant, one.assessment, one.statement, 2, raised.version, one.change_key, one.person,
        before.statement_response_id, before.not_applicable_reason, one.response
      from raised, before;
    end if;
    -- The first answer starts the assessment, whether it is asked or not.
    if (one.status = any (reopened) and (one.is_asked or one.status = 'not_started')) or one.touched_at < now() - interval '5 minutes' then
      update assessments a set status = case when a.status = any (reopened) and (one.is_asked or a.status = 'not_started') then 'in_progress' else a.status end,
        touched_at = case when a.touched_at < now() - interval '5 minutes' then now() else a.touched_at end
      where a.tenant_id = tenant and a.id = one.assessment;
    end if;
    if one.is_complete and one.is_asked then
      delete from element_completions c where c.tenant_id = tenant and c.assessment_id = one.assessment and c.element_id = one.element_id;
    end if;
  end loop;

  return query select one.n, one.outcome, case when one.outcome = 'stale' then (
      select u.name from (
        select l.updated_by as id from responses l
        where l.tenant_id = tenant and l.assessment_id = assessments[one.n] and l.statement_id = statements[one.n]
        order by l.updated_at desc limit 1) last
      join users u on u.tenant_id = tenant and u.id = last.id and u.id <> persons[one.n]) end,
    one.statement_set, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
  from unnest(outcomes, sets) with ordinality as one (outcome, statement_set, n)
  left join lateral (
    select * from responses r where r.tenant_id = tenant and r.assessment_id = assessments[one.n] and r.statement_id = statements[one.n]
    order by r.state offset 0) r on one.outcome in ('saved', 'repeated', 'stale');
end $$;
revoke execute on function save_responses from public;
grant execute on function save_responses to wm_app;
