-- Who takes part, and since when nothing has been done (docs/decisions/028-participation.md).
-- Rows of every tenant are brought along below, so for this transaction the owner is not bound by row security.
alter table assessments no force row level security;
alter table responses no force row level security;

-- When its owner last saved something, to five minutes: each save would else write the row and all of its indexes.
alter table assessments add touched_at timestamptz not null default now();
update assessments a set touched_at = coalesce(
  (select max(r.updated_at) from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state < 3),
  a.completed_at, a.created_at);

alter table assessments force row level security;
alter table responses force row level security;

drop index assessments_of_year;
create index assessments_of_year on assessments (tenant_id, year, status, touched_at);
-- The order of the list by activity: of one organisation, and of many.
create index assessments_by_activity on assessments (tenant_id, year, touched_at, id) where status <> 'not_started';
create index all_assessments_by_activity on assessments (year, touched_at, id) where status <> 'not_started';
-- Who begun what, in the order of people.
create index assessments_begun on assessments (tenant_id, user_id, year) where status <> 'not_started';
-- With the assessment, so that who has reached a level is read out of the index alone.
drop index reports_newest_score;
create index reports_newest_score on reports (tenant_id, user_id, year desc, id desc) include (content_set_id, current_score, assessment_id)
  where kind = 'action' and type = 'self_assessment';
-- Removed people are in none of the other indexes, and their assessments stay.
create index users_removed on users (tenant_id, id) where removed_at is not null;

create or replace function save_response(tenant bigint, session bigint, person bigint, allowed text[], assessment bigint,
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

  select a.status, a.touched_at, s.element_id, s.statement_set_id, s.allows_not_applicable, chosen.value as chosen, own.version,
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
  if place.touched_at < now() - interval '5 minutes' then
    update assessments a set touched_at = now() where a.tenant_id = tenant and a.id = assessment;
  end if;

  return query select place.statement_set_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason,
    r.version, r.to_confirm, r.updated_at
  from responses r where r.tenant_id = tenant and r.assessment_id = assessment and r.statement_id = statement
  order by r.state;
end $$;
