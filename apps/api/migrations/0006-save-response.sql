-- What people do all day, in one call: find, check, save, write the history. Answers the statement's responses as they
-- then stand, or nothing when nothing was changed: why not is asked in further statements, for it is seldom needed.
create function save_response(tenant bigint, person bigint, assessment bigint, statement bigint, in_state smallint,
  response bigint, reason text, seen_version int, change_key uuid)
returns table (statement_set_id bigint, statement_id bigint, state smallint, statement_response_id bigint,
  not_applicable_reason text, version int, to_confirm boolean, updated_at timestamptz)
rows 2 language plpgsql as $$
#variable_conflict use_column
declare
  place record;
begin
  -- Two devices at once: what one person writes goes one after another, and each sees what the one before did.
  perform pg_advisory_xact_lock(-person);

  select a.status, s.element_id, s.statement_set_id, s.allows_not_applicable, chosen.value as chosen, own.version,
    own.statement_response_id as response, own.not_applicable_reason as reason,
    (select v.value from responses o join statement_responses v on v.tenant_id = tenant and v.statement_id = statement and v.id = o.statement_response_id
      where o.tenant_id = tenant and o.assessment_id = assessment and o.statement_id = statement and o.state = 3 - in_state) as other,
    exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = assessment and c.element_id = s.element_id) as is_complete
  into place
  from assessments a
  join statements s on s.tenant_id = tenant and s.id = statement and s.content_set_id = a.content_set_id
  left join statement_responses chosen on chosen.tenant_id = tenant and chosen.statement_id = statement and chosen.id = response
  left join responses own on own.tenant_id = tenant and own.assessment_id = assessment and own.statement_id = statement and own.state = in_state
  where a.tenant_id = tenant and a.id = assessment and a.user_id = person and a.status not in ('in_review', 'certified');

  if not found
    or coalesce(place.version, 0) <> seen_version
    or response is not null and place.chosen is null
    or reason is not null and (not place.allows_not_applicable or in_state <> 1 or response is not null)
    or in_state = 2 and place.other > place.chosen
  then return; end if;

  insert into responses as r (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
  values (tenant, assessment, statement, in_state, response, reason, person)
  on conflict (tenant_id, assessment_id, statement_id, state) do update set
    statement_response_id = excluded.statement_response_id, not_applicable_reason = excluded.not_applicable_reason,
    version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = excluded.updated_by;

  insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
    before_response_id, before_reason, after_response_id, after_reason)
  values (tenant, assessment, statement, in_state, seen_version + 1, change_key, person,
    place.response, place.reason, response, reason);

  if in_state = 1 and place.other < place.chosen then
    perform raise_future(tenant, person, assessment, statement, response, change_key);
  end if;
  if place.is_complete or place.status <> 'in_progress' then
    perform reopen_element(tenant, assessment, place.element_id);
  end if;

  return query select place.statement_set_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason,
    r.version, r.to_confirm, r.updated_at
  from responses r where r.tenant_id = tenant and r.assessment_id = assessment and r.statement_id = statement
  order by r.state;
end $$;

-- A current response above the future raises the future with it.
create function raise_future(tenant bigint, person bigint, assessment bigint, statement bigint, response bigint, change_key uuid)
returns void language sql as $$
  with before as (
    select * from responses r where r.tenant_id = tenant and r.assessment_id = assessment and r.statement_id = statement and r.state = 2
  ), raised as (
    update responses r set statement_response_id = response, not_applicable_reason = null,
      version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = person
    where r.tenant_id = tenant and r.assessment_id = assessment and r.statement_id = statement and r.state = 2
    returning r.version
  )
  insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
    before_response_id, before_reason, after_response_id)
  select tenant, assessment, statement, 2, raised.version, change_key, person,
    before.statement_response_id, before.not_applicable_reason, response
  from raised, before
$$;

-- After a change: a completed element is open again, and its assessment in progress.
create function reopen_element(tenant bigint, assessment bigint, element bigint)
returns void language sql as $$
  delete from element_completions c where c.tenant_id = tenant and c.assessment_id = assessment and c.element_id = element;
  update assessments a set status = 'in_progress' where a.tenant_id = tenant and a.id = assessment and a.status in ('not_started', 'completed');
$$;

revoke execute on function save_response, raise_future, reopen_element from public;
grant execute on function save_response, raise_future, reopen_element to wm_app;
