create or replace function complete_element(tenant bigint, session bigint, person bigint, allowed text[], assessment bigint, element bigint)
returns table (status text, is_report_pending boolean)
rows 1 language plpgsql as $$
#variable_conflict use_column
begin
  -- As in save_response: nobody waits, for others may wait in the same transaction.
  if not pg_try_advisory_xact_lock(-person) then return; end if;

  return query
    with own as (
      select a.content_set_id, a.status, a.is_report_pending
      from signed_in me
      join assessments a on a.tenant_id = tenant and a.id = assessment and a.user_id = me.id and a.status not in ('in_review', 'certified')
      join elements e on e.tenant_id = tenant and e.id = element and e.content_set_id = a.content_set_id
      where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed
        and me.has_accepted_terms and not me.needs_mfa_setup
        and not exists (
          select from statements s
          left join responses c on c.tenant_id = tenant and c.assessment_id = assessment and c.statement_id = s.id and c.state = 1
          left join responses f on f.tenant_id = tenant and f.assessment_id = assessment and f.statement_id = s.id and f.state = 2
          where s.tenant_id = tenant and s.element_id = element and (not c.to_confirm and (c.not_applicable_reason is not null
            or c.statement_response_id is not null and f.statement_response_id is not null and not f.to_confirm)) is not true)
        and exists (
          select from elements other
          where other.tenant_id = tenant and other.content_set_id = a.content_set_id and other.is_required and other.id <> element
            and not exists (select from element_completions done
              where done.tenant_id = tenant and done.assessment_id = assessment and done.element_id = other.id))
    ), done as (
      insert into element_completions (tenant_id, assessment_id, element_id)
      select tenant, assessment, element from own on conflict do nothing
    )
    select own.status, own.is_report_pending from own;
end $$;
revoke execute on function complete_element from public;
grant execute on function complete_element to wm_app;
