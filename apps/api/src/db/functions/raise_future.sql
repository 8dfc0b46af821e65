-- A current answer above the future one raises the future one to it.
create or replace function raise_future(tenant bigint, person bigint, assessment bigint, statement bigint, response bigint, change_key uuid)
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
revoke execute on function raise_future from public;
grant execute on function raise_future to wm_app;
