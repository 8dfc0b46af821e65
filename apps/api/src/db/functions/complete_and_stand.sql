create or replace function complete_and_stand(tenant bigint, person bigint, assessment bigint, element bigint)
returns table (id bigint, user_id bigint, content_set_id bigint, year int, type text, status text, carried_from int,
  is_report_pending boolean, completed_at timestamptz, answers json, notes json, attachments json, completed json, is_new boolean)
rows 1 language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with done as (
      insert into element_completions (tenant_id, assessment_id, element_id)
      select a.tenant_id, a.id, e.id from assessments a
      join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.id = element
      where a.tenant_id = tenant and a.id = assessment and a.user_id = person and a.status not in ('in_review', 'certified')
      on conflict do nothing returning element_id
    )
    select standing.*, exists (select from done) from standing_of(tenant, assessment) standing where standing.user_id = person;
end $$;
revoke execute on function complete_and_stand from public;
grant execute on function complete_and_stand to wm_app;
