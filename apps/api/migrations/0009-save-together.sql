-- The planner compares the setting with the query's own tenant once per table and never per row, so a sub-select
-- around it, as in 0001, only adds a node to each table of each plan.
create or replace function protect(target regclass, grants text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy tenant on %s to wm_app
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, target);
  execute format($p$create policy platform on %s to wm_platform
    using (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))
    with check (tenant_id = any ((select nullif(current_setting('app.tenant_ids', true), '')::bigint[])::bigint[]))$p$, target);
  execute format('grant %s on %s to wm_app, wm_platform', grants, target);
end $$;

do $$
declare
  target text;
begin
  for target in select tablename from pg_policies where schemaname = current_schema and policyname = 'tenant' loop
    execute format($p$alter policy tenant on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, target);
  end loop;
end $$;

-- Who is behind a session that is in force. Asked anew each time and on any node, so that a revoked session, a
-- deactivated person, a changed role, a suspended tenant, newly issued terms and a second step that is now required
-- count at the next request.
create view signed_in with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, u.id, u.name, u.email, u.roles,
    not exists (select from terms where must_accept and version > u.accepted_terms_version) as has_accepted_terms,
    t.is_mfa_required and s.method = 'password' and not exists (
      select from authenticators a
      where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as needs_mfa_setup
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  where s.revoked_at is null and s.expires_at > now() and u.is_active and t.status = 'active';
grant select on signed_in to wm_app;

-- The first thing of every signed-in request: bind the transaction to its tenant, then look who is there.
drop function enter;
create function enter(tenant bigint, session bigint, person bigint)
returns table (id bigint, name text, email text, roles text[], has_accepted_terms boolean, needs_mfa_setup boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant_id', tenant::text, true);
  return query
    select me.id, me.name, me.email, me.roles, me.has_accepted_terms, me.needs_mfa_setup
    from signed_in me where me.tenant_id = tenant and me.session_id = session and me.id = person;
end $$;
revoke execute on function enter from public;
grant execute on function enter to wm_app;

-- What people do all day, in one call: enter, find, check, save, write the history. Answers the statement's responses
-- as they then stand, or nothing when nothing was changed: why not is asked in further statements, for it is seldom
-- needed. The caller has bound the transaction to the tenant.
drop function save_response;
create function save_response(tenant bigint, session bigint, person bigint, allowed text[], assessment bigint,
  statement bigint, in_state smallint, response bigint, reason text, seen_version int, change_key uuid)
returns table (statement_set_id bigint, statement_id bigint, state smallint, statement_response_id bigint,
  not_applicable_reason text, version int, to_confirm boolean, updated_at timestamptz)
rows 2 language plpgsql as $$
#variable_conflict use_column
declare
  place record;
begin
  -- Two devices at once: what one person writes goes one after another, and each sees what the one before did. Who
  -- would have to wait is sent away, for others may wait in the same transaction.
  if not pg_try_advisory_xact_lock(-person) then return; end if;

  select a.status, s.element_id, s.statement_set_id, s.allows_not_applicable, chosen.value as chosen, own.version,
    own.statement_response_id as response, own.not_applicable_reason as reason,
    (select v.value from responses o join statement_responses v on v.tenant_id = tenant and v.statement_id = statement and v.id = o.statement_response_id
      where o.tenant_id = tenant and o.assessment_id = assessment and o.statement_id = statement and o.state = 3 - in_state) as other,
    exists (select from element_completions c where c.tenant_id = tenant and c.assessment_id = assessment and c.element_id = s.element_id) as is_complete
  into place
  from signed_in me
  join assessments a on a.tenant_id = tenant and a.id = assessment and a.user_id = me.id and a.status not in ('in_review', 'certified')
  join statements s on s.tenant_id = tenant and s.id = statement and s.content_set_id = a.content_set_id
  left join statement_responses chosen on chosen.tenant_id = tenant and chosen.statement_id = statement and chosen.id = response
  left join responses own on own.tenant_id = tenant and own.assessment_id = assessment and own.statement_id = statement and own.state = in_state
  where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed and me.has_accepted_terms
    and not me.needs_mfa_setup;

  if not found
    or coalesce(place.version, 0) <> seen_version
    or response is not null and place.chosen is null
    or reason is not null and (not place.allows_not_applicable or in_state <> 1 or response is not null)
    or in_state = 2 and place.other > place.chosen
  then return; end if;

  with saved as (
    insert into responses as r (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
    values (tenant, assessment, statement, in_state, response, reason, person)
    on conflict (tenant_id, assessment_id, statement_id, state) do update set
      statement_response_id = excluded.statement_response_id, not_applicable_reason = excluded.not_applicable_reason,
      version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = excluded.updated_by
  )
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
revoke execute on function save_response from public;
grant execute on function save_response to wm_app;
