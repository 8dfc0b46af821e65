create or replace function own_standing(tenant bigint, session bigint, person bigint, allowed text[], assessment bigint)
returns table (id bigint, user_id bigint, content_set_id bigint, year int, type text, status text, carried_from int,
  is_report_pending boolean, completed_at timestamptz, answers json, notes json, attachments json, completed json)
rows 1 language plpgsql set plan_cache_mode = force_generic_plan stable as $$
#variable_conflict use_column
begin
  return query
    select standing.* from signed_in me, standing_of(tenant, assessment) standing
    where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed
      and me.has_accepted_terms and not me.needs_mfa_setup and standing.user_id = me.id;
end $$;
revoke execute on function own_standing from public;
grant execute on function own_standing to wm_app;
