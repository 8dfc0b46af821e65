create or replace function own_overview(tenant bigint, session bigint, person bigint, allowed text[], in_year int, of_type text)
returns table (assessments json, answers json, completed json, in_force bigint, reports json, later json)
rows 1 language plpgsql set plan_cache_mode = force_generic_plan stable as $$
#variable_conflict use_column
begin
  return query
    select overview.* from signed_in me, overview_of(tenant, person, in_year, of_type) overview
    where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed
      and me.has_accepted_terms and not me.needs_mfa_setup;
end $$;
revoke execute on function own_overview from public;
grant execute on function own_overview to wm_app;
