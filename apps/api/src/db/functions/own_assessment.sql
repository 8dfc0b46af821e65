create or replace function own_assessment(tenant bigint, session bigint, person bigint, allowed text[], in_year int, of_type text)
returns table (id bigint)
rows 1 language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select a.id from signed_in me join assessments a on a.tenant_id = tenant and a.user_id = me.id and a.year = in_year and a.type = of_type
    where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed
      and me.has_accepted_terms and not me.needs_mfa_setup
    order by a.id desc limit 1;
end $$;
revoke execute on function own_assessment from public;
grant execute on function own_assessment to wm_app;
