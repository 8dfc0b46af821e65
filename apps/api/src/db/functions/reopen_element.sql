-- After a change, the element is no longer complete and the assessment is in progress.
create or replace function reopen_element(tenant bigint, assessment bigint, element bigint)
returns void language sql as $$
  delete from element_completions c where c.tenant_id = tenant and c.assessment_id = assessment and c.element_id = element;
  update assessments a set status = 'in_progress' where a.tenant_id = tenant and a.id = assessment and a.status in ('not_started', 'completed');
$$;
revoke execute on function reopen_element from public;
grant execute on function reopen_element to wm_app;
