-- features/assessments/answering/copied-answers.queries.ts confirmAnswers
with changed as ( update responses
  set to_confirm = false, version = version + 1, updated_at = now(), updated_by = ?
  where tenant_id = ? and assessment_id = ? and statement_id = ? and to_confirm
  returning * ), started as ( update assessments
  set status = case status when 'not_started' then 'in_progress' else status end, touched_at = now()
  where tenant_id = ? and id = ? and exists (select
  from changed) and (status = 'not_started' or touched_at < now() - interval '5 minutes') ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ?::bigint, statement_response_id, not_applicable_reason, statement_response_id, not_applicable_reason
  from changed;

-- features/assessments/answering/copied-answers.queries.ts copyAnswers
with changed as ( insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by) select r.tenant_id, ?, s.id, r.state, sr.id, r.not_applicable_reason, true, ?
  from responses r
  join statements old on old.tenant_id = r.tenant_id and old.id = r.statement_id
  join statements s on s.tenant_id = r.tenant_id and s.content_set_id = ? and s.key = old.key
  left join responses c on c.tenant_id = r.tenant_id and c.assessment_id = r.assessment_id and c.statement_id = r.statement_id and c.state = 3
  left join statement_responses oldr on oldr.tenant_id = r.tenant_id and oldr.id = case when r.state = 1 then coalesce(c.statement_response_id, r.statement_response_id) else r.statement_response_id end
  left join statement_responses sr on sr.tenant_id = r.tenant_id and sr.statement_id = s.id and sr.key = oldr.key
  where r.tenant_id = ? and r.assessment_id = ? and r.state in (1, 2) and (sr.id is not null or (r.not_applicable_reason is not null and s.allows_not_applicable))
  returning * ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ?::bigint, null::bigint, null::text, statement_response_id, not_applicable_reason
  from changed;

-- features/assessments/answering/followed.queries.ts findFollowed
select n.id, n.key, oc.id as "from", (select bool_and(c.is_minor)
  from content_sets c
  where c.tenant_id = o.tenant_id and c.family_id = nc.family_id and c.version > oc.version and c.version <= nc.version) as is_minor, (select coalesce(json_agg(json_build_array(was.id, now.id)), '[]')
  from statement_responses was
  join statement_responses now on now.tenant_id = was.tenant_id and now.statement_id = n.id and now.key = was.key
  where was.tenant_id = o.tenant_id and was.statement_id = o.id) as responses
  from statements o
  join content_sets oc on oc.tenant_id = o.tenant_id and oc.id = o.content_set_id
  join content_sets nc on nc.tenant_id = o.tenant_id and nc.id = ? and nc.family_id = oc.family_id
  join statements n on n.tenant_id = o.tenant_id and n.content_set_id = nc.id and n.key = o.key
  where o.tenant_id = ? and o.id = ? and nc.version > oc.version;

-- features/assessments/answering/followed.queries.ts followElement
select n.id
  from elements o
  join content_sets oc on oc.tenant_id = o.tenant_id and oc.id = o.content_set_id
  join content_sets nc on nc.tenant_id = o.tenant_id and nc.id = ? and nc.family_id = oc.family_id
  join elements n on n.tenant_id = o.tenant_id and n.content_set_id = nc.id and n.key = o.key
  where o.tenant_id = ? and o.id = ? and nc.version > oc.version;

-- features/assessments/answering/move-assessments.queries.ts dropAnswers
with found as ( select r.assessment_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, n.id as new_statement, nr.id as new_response, n.key = any(?::text[]) and r.state < 3 as asks_toConfirm, n.id is not null and case when r.statement_response_id is not null then nr.id is not null else r.not_applicable_reason is null or n.allows_not_applicable end as has_one
  from responses r
  join statements o on o.tenant_id = r.tenant_id and o.id = r.statement_id and o.content_set_id = ?
  left join statement_responses oldr on oldr.tenant_id = r.tenant_id and oldr.id = r.statement_response_id
  left join statements n on n.tenant_id = r.tenant_id and n.content_set_id = ? and n.key = o.key
  left join statement_responses nr on nr.tenant_id = r.tenant_id and nr.statement_id = n.id and nr.key = oldr.key
  where r.tenant_id = ? and r.assessment_id = any(?::bigint[])), changed as ( delete from responses r using found f
  where r.tenant_id = ? and r.assessment_id = f.assessment_id and r.statement_id = f.statement_id and r.state = f.state and not f.has_one
  returning r.* ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version + 1, gen_random_uuid(), ?::bigint, statement_response_id, not_applicable_reason, null::bigint, null::text
  from changed;

-- features/assessments/answering/move-assessments.queries.ts moveAnswers
with found as ( select r.assessment_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, n.id as new_statement, nr.id as new_response, n.key = any(?::text[]) and r.state < 3 as asks_toConfirm, n.id is not null and case when r.statement_response_id is not null then nr.id is not null else r.not_applicable_reason is null or n.allows_not_applicable end as has_one
  from responses r
  join statements o on o.tenant_id = r.tenant_id and o.id = r.statement_id and o.content_set_id = ?
  left join statement_responses oldr on oldr.tenant_id = r.tenant_id and oldr.id = r.statement_response_id
  left join statements n on n.tenant_id = r.tenant_id and n.content_set_id = ? and n.key = o.key
  left join statement_responses nr on nr.tenant_id = r.tenant_id and nr.statement_id = n.id and nr.key = oldr.key
  where r.tenant_id = ? and r.assessment_id = any(?::bigint[])), changed as ( update responses r
  set statement_id = f.new_statement, statement_response_id = f.new_response, to_confirm = r.to_confirm or f.asks_toConfirm
  from found f
  where r.tenant_id = ? and r.assessment_id = f.assessment_id and r.statement_id = f.statement_id and r.state = f.state
  returning r.*, f.statement_response_id as old_response, f.not_applicable_reason as old_reason ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ?::bigint, old_response, old_reason, statement_response_id, not_applicable_reason
  from changed;

-- features/assessments/answering/move-assessments.queries.ts moveAssignments
with gone as ( delete from element_assignments
  where tenant_id = ? and assessment_id = any(?::bigint[])
  returning * ) insert into element_assignments (tenant_id, assessment_id, element_id, user_id, awaited_email, due_on, done_at, returned_at, declined_at, declined_by, decline_reason, suggested_id) select ?, g.assessment_id, n.id, g.user_id, g.awaited_email, g.due_on, g.done_at, g.returned_at, g.declined_at, g.declined_by, g.decline_reason, g.suggested_id
  from gone g
  join elements o on o.tenant_id = ? and o.id = g.element_id
  join elements n on n.tenant_id = ? and n.content_set_id = ? and n.key = o.key;

-- features/assessments/answering/move-assessments.queries.ts moveCompletions
with gone as ( delete from element_completions
  where tenant_id = ? and assessment_id = any(?::bigint[])
  returning assessment_id, element_id, completed_at ) insert into element_completions (tenant_id, assessment_id, element_id, completed_at) select ?, g.assessment_id, n.id, g.completed_at
  from gone g
  join elements o on o.tenant_id = ? and o.id = g.element_id
  join elements n on n.tenant_id = ? and n.content_set_id = ? and n.key = o.key
  join assessments a on a.tenant_id = ? and a.id = g.assessment_id
  where not exists ( select
  from statements s
  where s.tenant_id = ? and s.element_id = n.id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)) and not exists ( select
  from responses r
  where r.tenant_id = ? and r.assessment_id = g.assessment_id and r.statement_id = s.id and r.state in (1, 2) and not r.to_confirm
  group by r.statement_id
  having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null)));

-- features/assessments/answering/move-assessments.queries.ts moveRows
update content_sets
  set was_used = true
  where tenant_id = ? and id = ? and not was_used;
update assessments a
  set content_set_id = ?, status = case when a.status = 'completed' and exists ( select
  from elements e
  where e.tenant_id = a.tenant_id and e.content_set_id = ? and e.is_required and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and not exists (select
  from element_completions c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.element_id = e.id)) then 'in_progress' else a.status end
  where a.tenant_id = ? and a.id = any(?::bigint[]);

-- features/assessments/answering/move-assessments.queries.ts moveWithStatements
update notes w
  set statement_id = s.id
  from statements o, statements s
  where w.tenant_id = ? and w.assessment_id = any(?::bigint[]) and o.tenant_id = w.tenant_id and o.id = w.statement_id and s.tenant_id = w.tenant_id and s.content_set_id = ? and s.key = o.key;
update attachments w
  set statement_id = s.id
  from statements o, statements s
  where w.tenant_id = ? and w.assessment_id = any(?::bigint[]) and o.tenant_id = w.tenant_id and o.id = w.statement_id and s.tenant_id = w.tenant_id and s.content_set_id = ? and s.key = o.key;

-- features/assessments/answering/move-assessments.queries.ts raiseFutures
with changed as ( update responses f
  set statement_response_id = c.statement_response_id, version = f.version + 1, to_confirm = true
  from responses c
  join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id and s.content_set_id = ?
  join statement_responses cv on cv.tenant_id = c.tenant_id and cv.id = c.statement_response_id
  cross join statement_responses fv
  where c.tenant_id = ? and c.assessment_id = any(?::bigint[]) and c.state = 1 and f.tenant_id = c.tenant_id and f.assessment_id = c.assessment_id and f.statement_id = c.statement_id and f.state = 2 and fv.tenant_id = f.tenant_id and fv.id = f.statement_response_id and fv.value < cv.value
  returning f.*, fv.id as old_response ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ?::bigint, old_response, null::text, statement_response_id, null::text
  from changed;

-- features/assessments/answering/notes.queries.ts findNote
select n.statement_id, n.note, n.version, n.updated_at, n.last_key, u.name as saved_by
  from notes n
  left join users u on u.tenant_id = n.tenant_id and u.id = n.updated_by and u.id <> ?
  where n.tenant_id = ? and n.assessment_id = ? and n.statement_id = ?;

-- features/assessments/answering/notes.queries.ts upsertNote
insert into notes as n (tenant_id, assessment_id, statement_id, note, last_key, updated_by) select ?, ?, ?, ?, ?::uuid, ?
  where ?::int = 0 or exists ( select
  from notes
  where tenant_id = ? and assessment_id = ? and statement_id = ?)
  on conflict (tenant_id, assessment_id, statement_id) do update
  set note = excluded.note, last_key = excluded.last_key, version = n.version + 1, updated_at = now(), updated_by = excluded.updated_by
  where n.version = ?
  returning statement_id, note, version, updated_at;

-- features/assessments/answering/overview.queries.ts listActionReports
select r.id, r.year, r.version, r.title, r.created_at, r.kind, r.type, r.current_score as current
  from reports r
  where r.tenant_id = ? and r.assessment_id = any(?::bigint[]) and r.kind = 'action'
  order by r.year desc, r.version desc, r.id desc;

-- features/assessments/answering/overview.queries.ts listLaterEditions
with own as (select *
  from content_sets c
  where c.tenant_id = ? and c.id = ?), newest as ( select max(c.version) as version
  from content_sets c
  join own on own.family_id = c.family_id and own.version < c.version
  where c.tenant_id = ? and (c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case ? when 'certification' then c.offers_certification else c.offers_self_assessment end) and not (c.based_on = own.id and exists (select
  from edition_moves m
  where m.tenant_id = c.tenant_id and m.content_set_id = c.id and m.ended_at is null)) ) select c.id, c.version, c.what_changed
  from content_sets c, own, newest
  where c.tenant_id = ? and c.family_id = own.family_id and c.version > own.version and c.version <= newest.version
  order by c.version desc;

-- features/assessments/answering/save-responses.queries.ts saveOne
select saved.*
  from (select set_config('app.tenant_id', ?, true)::bigint as tenant) bound, save_answers(bound.tenant, '{admin,user}', ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::smallint[], ?::bigint[], ?::text[], ?::int[], ?::uuid[], ?::smallint[], ?::bigint[], ?::text[], ?::int[], ?::uuid[]) saved;

-- features/assessments/answering/scope.queries.ts listScopes
select distinct scope_levels, scope_profiles
  from assessments
  where tenant_id = ? and id = any(?::bigint[]) and (scope_levels is not null or scope_profiles is not null);

-- features/assessments/answering/scope.queries.ts reopenElements
update assessments a
  set status = 'in_progress'
  where a.tenant_id = ? and a.id = ? and a.status = 'completed' and exists ( select
  from elements e
  where e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.is_required and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and not exists (select
  from element_completions c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.element_id = e.id));
delete from element_completions c using assessments a
  where c.tenant_id = ? and c.assessment_id = ? and a.tenant_id = c.tenant_id and a.id = c.assessment_id and (c.element_id = any(?::bigint[]) or exists ( select
  from statements s
  where s.tenant_id = c.tenant_id and s.element_id = c.element_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)) and exists ( select
  from responses r
  where r.tenant_id = c.tenant_id and r.assessment_id = c.assessment_id and r.statement_id = s.id and r.state in (1, 2) and r.updated_at > c.completed_at
  union all select
  from notes n
  where n.tenant_id = c.tenant_id and n.assessment_id = c.assessment_id and n.statement_id = s.id and n.updated_at > c.completed_at
  union all select
  from attachments f
  where f.tenant_id = c.tenant_id and f.assessment_id = c.assessment_id and f.statement_id = s.id and f.status <> 'uploading' and a.type <> 'certification' and coalesce(f.removed_at, f.created_at) > c.completed_at)));

-- features/assessments/answering/scope.queries.ts replaceScope
update assessments
  set scope_levels = ?::text[], scope_profiles = ?::text[]
  where tenant_id = ? and id = any(?::bigint[]) and scope_levels is not distinct
  from ?::text[] and scope_profiles is not distinct
  from ?::text[];

-- features/assessments/answering/scope.queries.ts setScope
update assessments
  set scope_levels = ?::text[], scope_profiles = ?::text[]
  where tenant_id = ? and id = ?;

-- features/assessments/answering/self-assessment-copy.queries.ts copyFiles
insert into attachments (tenant_id, assessment_id, statement_id, key, name, size, piece_bytes, pieces, file_id, status, media_type, sha256, uploaded_by, created_at, scanning_since) select w.tenant_id, ?, s.id, gen_random_uuid(), w.name, w.size, w.piece_bytes, w.pieces, w.file_id, w.status, w.media_type, w.sha256, w.uploaded_by, w.created_at, w.scanning_since
  from attachments w
  join statements o on o.tenant_id = w.tenant_id and o.id = w.statement_id
  join statements s on s.tenant_id = w.tenant_id and s.content_set_id = ? and s.key = o.key
  where w.tenant_id = ? and w.assessment_id = ? and w.removed_at is null and w.status in ('clean', 'scanning')
  order by w.id
  returning id, status;

-- features/assessments/answering/self-assessment-copy.queries.ts copyNotes
insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_by) select w.tenant_id, ?, s.id, w.note, gen_random_uuid(), ?
  from notes w
  join statements o on o.tenant_id = w.tenant_id and o.id = w.statement_id
  join statements s on s.tenant_id = w.tenant_id and s.content_set_id = ? and s.key = o.key
  where w.tenant_id = ? and w.assessment_id = ? and w.note <> '';

-- features/assessments/answering/self-assessment-copy.queries.ts copyPeople
insert into assessment_members (tenant_id, assessment_id, user_id, role, joined_at, left_at) select tenant_id, ?, user_id, role, joined_at, left_at
  from assessment_members
  where tenant_id = ? and assessment_id = ?;
insert into element_assignments (tenant_id, assessment_id, element_id, user_id) select w.tenant_id, ?, e.id, w.user_id
  from element_assignments w
  join elements o on o.tenant_id = w.tenant_id and o.id = w.element_id
  join assessments a on a.tenant_id = w.tenant_id and a.id = ?
  join elements e on e.tenant_id = w.tenant_id and e.content_set_id = a.content_set_id and e.key = o.key
  where w.tenant_id = ? and w.assessment_id = ? and w.user_id is not null;

-- features/assessments/answering/self-assessment-copy.queries.ts copyResponses
select exists (select
  from responses
  where tenant_id = ? and assessment_id = ? and not to_confirm) as is_any;
with found as ( select w.*, s.id as new_statement, s.allows_not_applicable, s.key as statement_key, n.id as new_response, bool_or(w.state = 1 and n.id = any(?::bigint[])) over (partition by w.statement_id) as is_asking
  from responses w
  join statements o on o.tenant_id = w.tenant_id and o.id = w.statement_id
  join statements s on s.tenant_id = w.tenant_id and s.content_set_id = ? and s.key = o.key
  left join statement_responses old on old.tenant_id = w.tenant_id and old.id = w.statement_response_id
  left join statement_responses n on n.tenant_id = w.tenant_id and n.statement_id = s.id and n.key = old.key
  where w.tenant_id = ? and w.assessment_id = ? and w.state in (1, 2) ), changed as ( insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by) select tenant_id, ?, new_statement, state, new_response, not_applicable_reason, to_confirm or coalesce(is_asking, false) or statement_key = any(?::text[]), ?
  from found
  where new_response is not null or (not_applicable_reason is not null and allows_not_applicable)
  returning * ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ?::bigint, null::bigint, null::text, statement_response_id, not_applicable_reason
  from changed;

-- features/assessments/answering/self-assessment-copy.queries.ts findStart
select a.id
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ?
  where a.tenant_id = ? and a.user_id = ? and a.year = ? and a.type = 'self_assessment' and exists (select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id)
  order by a.id desc
  limit 1;
select a.id
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ?
  where a.tenant_id = ? and (a.user_id is null) and a.year = ? and a.type = 'self_assessment' and exists (select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id)
  order by a.id desc
  limit 1;

-- features/assessments/answering/self-assessment-copy.queries.ts isEmpty
select not (exists (select
  from responses
  where tenant_id = ? and assessment_id = ?) or exists (select
  from notes
  where tenant_id = ? and assessment_id = ?) or exists (select
  from attachments
  where tenant_id = ? and assessment_id = ?)) as is_empty;

-- features/assessments/approver.queries.ts findApproverId
select approver_id
  from assessments
  where tenant_id = ? and id = ?;

-- features/assessments/approver.queries.ts getApprover
select (select json_build_object('id', p.id, 'name', p.name)
  from users p
  where p.tenant_id = a.tenant_id and p.id = a.approver_id) as approver
  from assessments a
  where a.tenant_id = ? and a.id = ? and a.owner_id is not null and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));

-- features/assessments/approver.queries.ts updateApprover
update assessments
  set approver_id = ?
  where tenant_id = ? and id = ?;
update approvals
  set state = 'cleared', ended_at = now()
  where tenant_id = ? and assessment_id = ? and state = 'asked';

-- features/assessments/asked.queries.ts isStatementAsked
select
  from assessments a
  where a.tenant_id = ? and a.id = ? and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = ? and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))));

-- features/assessments/assessments.queries.ts findSetToName
select c.family_id as id, c.title
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and a.id = ? and exists (select
  from content_sets o
  where o.tenant_id = c.tenant_id and o.family_id <> c.family_id and o.status <> 'draft');

-- features/assessments/assessments.queries.ts getAssessment
select "a"."id", coalesce(a.user_id, a.owner_id) as "owner_id", (a.user_id is null) as "is_shared", "a"."content_set_id", "c"."family_id", "a"."year", "a"."carried_from", "a"."is_report_pending", "a"."completed_at", "a"."scope_levels", "a"."scope_profiles", a.type as "type", a.status as "status", (a.user_id = ? or a.owner_id = ?) as "may_use"
  from "assessments" as "a"
  inner join "content_sets" as "c" on "c"."tenant_id" = "a"."tenant_id" and "c"."id" = "a"."content_set_id"
  where "a"."tenant_id" = ? and "a"."id" = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));
select "a"."id", coalesce(a.user_id, a.owner_id) as "owner_id", (a.user_id is null) as "is_shared", "a"."content_set_id", "c"."family_id", "a"."year", "a"."carried_from", "a"."is_report_pending", "a"."completed_at", "a"."scope_levels", "a"."scope_profiles", a.type as "type", a.status as "status", ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)) as "may_use"
  from "assessments" as "a"
  inner join "content_sets" as "c" on "c"."tenant_id" = "a"."tenant_id" and "c"."id" = "a"."content_set_id"
  where "a"."tenant_id" = ? and "a"."id" = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));
select "a"."id", coalesce(a.user_id, a.owner_id) as "owner_id", (a.user_id is null) as "is_shared", "a"."content_set_id", "c"."family_id", "a"."year", "a"."carried_from", "a"."is_report_pending", "a"."completed_at", "a"."scope_levels", "a"."scope_profiles", a.type as "type", a.status as "status", ((a.user_id = ? or a.owner_id = ?) or exists (select
  from element_assignments e
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.element_id
  join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = ? and asked.id = ?) or (exists (select
  from comments q
  join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id
  join statements meant on meant.tenant_id = s.tenant_id and meant.key = s.key
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = ? and q.resolved_at is null and meant.id = ?) and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)))) as "may_use"
  from "assessments" as "a"
  inner join "content_sets" as "c" on "c"."tenant_id" = "a"."tenant_id" and "c"."id" = "a"."content_set_id"
  where "a"."tenant_id" = ? and "a"."id" = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));

-- features/assessments/assessments.queries.ts getSavedAnswers
select a.id, coalesce(a.user_id, a.owner_id) as owner_id, (a.user_id is null) as is_shared, a.content_set_id, s.family_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at, a.scope_levels, a.scope_profiles, (select coalesce(json_agg(own
  order by own.statement_id, own.state), '[]')
  from ( select r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id) own) as answers, (select coalesce(json_agg(own), '[]')
  from ( select n.statement_id, n.note, n.version, n.updated_at
  from notes n
  where n.tenant_id = a.tenant_id and n.assessment_id = a.id) own) as notes, (select coalesce(json_agg(own
  order by own.id), '[]')
  from ( select f.id, f.statement_id, f.name as file_name, f.size, f.piece_bytes, f.status, f.media_type, f.created_at, f.scanning_since, least(f.size, cardinality(f.pieces) * f.piece_bytes) as received
  from attachments f
  where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.removed_at is null) own) as attachments, (select coalesce(json_agg(c.element_id), '[]')
  from element_completions c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id) as completed
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = ? and a.id = ? and true;
select a.id, coalesce(a.user_id, a.owner_id) as owner_id, (a.user_id is null) as is_shared, a.content_set_id, s.family_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at, a.scope_levels, a.scope_profiles, (select coalesce(json_agg(own
  order by own.statement_id, own.state), '[]')
  from ( select r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id) own) as answers, (select coalesce(json_agg(own), '[]')
  from ( select n.statement_id, n.note, n.version, n.updated_at
  from notes n
  where n.tenant_id = a.tenant_id and n.assessment_id = a.id) own) as notes, (select coalesce(json_agg(own
  order by own.id), '[]')
  from ( select f.id, f.statement_id, f.name as file_name, f.size, f.piece_bytes, f.status, f.media_type, f.created_at, f.scanning_since, least(f.size, cardinality(f.pieces) * f.piece_bytes) as received
  from attachments f
  where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.removed_at is null) own) as attachments, (select coalesce(json_agg(c.element_id), '[]')
  from element_completions c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id) as completed
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = ? and a.id = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));

-- features/assessments/assessments.queries.ts insertAssessment
insert into "assessments" ("tenant_id", "user_id", "scope_levels", "scope_profiles", "content_set_id", "year", "type", "carried_from")
  values (?, …)
  on conflict do nothing
  returning "id";
insert into "assessments" ("tenant_id", "owner_id", "family_id", "scope_levels", "scope_profiles", "content_set_id", "year", "type", "carried_from")
  values (?, …)
  on conflict do nothing
  returning "id";
select "a"."id", coalesce(a.user_id, a.owner_id) as "owner_id", (a.user_id is null) as "is_shared", "a"."content_set_id", "c"."family_id", "a"."year", "a"."carried_from", "a"."is_report_pending", "a"."completed_at", "a"."scope_levels", "a"."scope_profiles", a.type as "type", a.status as "status"
  from "assessments" as "a"
  inner join "content_sets" as "c" on "c"."tenant_id" = "a"."tenant_id" and "c"."id" = "a"."content_set_id"
  where "a"."tenant_id" = ? and (a.user_id is null) and "c"."family_id" = ? and "a"."year" = ? and "a"."type" = ?;

-- features/assessments/assessments.queries.ts listAssessments
select "a"."id", coalesce(a.user_id, a.owner_id) as "owner_id", (a.user_id is null) as "is_shared", "a"."content_set_id", "c"."family_id", "a"."year", "a"."carried_from", "a"."is_report_pending", "a"."completed_at", "a"."scope_levels", "a"."scope_profiles", a.type as "type", a.status as "status", "c"."title", "c"."language", "a"."touched_at"
  from "assessments" as "a"
  inner join "content_sets" as "c" on "c"."tenant_id" = "a"."tenant_id" and "c"."id" = "a"."content_set_id"
  where "a"."tenant_id" = ? and (a.tenant_id, a.id) in (select tenant_id, id
  from assessments
  where tenant_id = ? and user_id = ?
  union all select tenant_id, id
  from assessments
  where tenant_id = ? and owner_id = ?
  union all select tenant_id, id
  from assessments
  where tenant_id = ? and approver_id = ?
  union all select tenant_id, assessment_id
  from assessment_members
  where tenant_id = ? and user_id = ? and left_at is null)
  order by "a"."year" desc, "a"."id" desc;

-- features/assessments/assessments.queries.ts listStatementAnswers
select s.statement_set_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
  from responses r
  join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
  where r.tenant_id = ? and r.assessment_id = ? and r.statement_id = ?
  order by r.state;

-- features/assessments/assessments.queries.ts updateAssessment
update "assessments"
  set "status" = ?
  where "tenant_id" = ? and "id" = ?;
update "assessments"
  set "status" = ?, "completed_at" = ?, "touched_at" = ?, "is_report_pending" = ?
  where "tenant_id" = ? and "id" = ?;

-- features/assessments/attachments.queries.ts addPiece
update "attachments" as "f"
  set "pieces" = array_append("f"."pieces", ?::uuid)
  where "f"."tenant_id" = ? and "f"."id" = ? and "f"."status" = ? and "f"."removed_at" is null and least(f.size, cardinality(f.pieces) * f.piece_bytes) = ?;

-- features/assessments/attachments.queries.ts countOfStatement
select count(*) as "count"
  from "attachments"
  where "tenant_id" = ? and "assessment_id" = ? and "statement_id" = ? and "removed_at" is null;

-- features/assessments/attachments.queries.ts countUnfinished
select count(*) as "count"
  from "attachments"
  where "tenant_id" = ? and "uploaded_by" = ? and "status" = ?;

-- features/assessments/attachments.queries.ts deleteUpload
delete from attachments
  where tenant_id = ? and id = ? and status = 'uploading';

-- features/assessments/attachments.queries.ts findByKey
select "id", "removed_at"
  from "attachments"
  where "tenant_id" = ? and "assessment_id" = ? and "key" = ?;

-- features/assessments/attachments.queries.ts findElementOf
select "element_id"
  from "statements"
  where "tenant_id" = ? and "content_set_id" = ? and "id" = ?;

-- features/assessments/attachments.queries.ts findScanning
select "tenant_id", "file_id", "pieces", "piece_bytes", "size", "uploaded_by", "assessment_id"
  from "attachments"
  where "tenant_id" = ? and "id" = ? and "status" = ?;

-- features/assessments/attachments.queries.ts getAttachment
select "f"."id", "f"."statement_id", "f"."name" as "file_name", "f"."size", "f"."piece_bytes", "f"."media_type", "f"."created_at", "f"."scanning_since", "f"."tenant_id", "f"."assessment_id", "f"."file_id", "f"."pieces", "a"."status" as "assessment_status", least(f.size, cardinality(f.pieces) * f.piece_bytes) as "received", "f"."status" as "status"
  from "attachments" as "f"
  inner join "assessments" as "a" on "a"."tenant_id" = "f"."tenant_id" and "a"."id" = "f"."assessment_id"
  where "f"."tenant_id" = ? and "f"."id" = ? and "f"."removed_at" is null and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));
select "f"."id", "f"."statement_id", "f"."name" as "file_name", "f"."size", "f"."piece_bytes", "f"."media_type", "f"."created_at", "f"."scanning_since", "f"."tenant_id", "f"."assessment_id", "f"."file_id", "f"."pieces", "a"."status" as "assessment_status", least(f.size, cardinality(f.pieces) * f.piece_bytes) as "received", "f"."status" as "status"
  from "attachments" as "f"
  inner join "assessments" as "a" on "a"."tenant_id" = "f"."tenant_id" and "a"."id" = "f"."assessment_id"
  where "f"."tenant_id" = ? and "f"."id" = ? and "f"."removed_at" is not null and ((a.user_id = ? or a.owner_id = ?) or exists (select
  from element_assignments e
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.element_id
  join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = ? and asked.id = f.statement_id) or (exists (select
  from comments q
  join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id
  join statements meant on meant.tenant_id = s.tenant_id and meant.key = s.key
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = ? and q.resolved_at is null and meant.id = f.statement_id) and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null))));

-- features/assessments/attachments.queries.ts getSubmittedAttachment
select "f"."id", "f"."statement_id", "f"."name" as "file_name", "f"."size", "f"."piece_bytes", "f"."media_type", "f"."created_at", "f"."scanning_since", "f"."tenant_id", "f"."assessment_id", "f"."file_id", "f"."pieces", "a"."status" as "assessment_status", least(f.size, cardinality(f.pieces) * f.piece_bytes) as "received", "f"."status" as "status"
  from "attachments" as "f"
  inner join "assessments" as "a" on "a"."tenant_id" = "f"."tenant_id" and "a"."id" = "f"."assessment_id"
  inner join "statements" as "s" on "s"."tenant_id" = "f"."tenant_id" and "s"."id" = "f"."statement_id"
  inner join "element_completions" as "c" on "c"."tenant_id" = "f"."tenant_id" and "c"."assessment_id" = "f"."assessment_id" and "c"."element_id" = "s"."element_id"
  where "f"."tenant_id" = ? and "f"."id" = ? and "f"."assessment_id" = ? and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = f.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and "f"."status" <> ? and "f"."removed_at" is null;

-- features/assessments/attachments.queries.ts insertAttachment
insert into "stored_files" ("tenant_id")
  values (?)
  returning "id";
insert into "attachments" ("tenant_id", "assessment_id", "statement_id", "key", "name", "size", "piece_bytes", "uploaded_by", "file_id")
  values (?, …)
  returning "id";

-- features/assessments/attachments.queries.ts lockUsage
select pg_advisory_xact_lock(hashtextextended('attachments', ?));
select "t"."attachment_quota" as "quota", (select coalesce(sum(bytes), 0)::float8
  from (select distinct f.file_id, least(f.size, cardinality(f.pieces) * f.piece_bytes) as bytes
  from attachments f
  where f.tenant_id = t.id) files) as "used"
  from "tenants" as "t"
  where "t"."id" = ?;

-- features/assessments/attachments.queries.ts setRemoved
update "attachments"
  set "removed_at" = ?
  where "tenant_id" = ? and "id" = ?;

-- features/assessments/attachments.queries.ts settleAttachment
update "attachments"
  set "status" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;
update "attachments"
  set "status" = ?, "scanning_since" = ?, "name" = ?, "media_type" = ?, "sha256" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;

-- features/assessments/attachments/unused-files.queries.ts deleteAbandoned
delete from attachments
  where tenant_id = any(?::bigint[]) and (removed_at < ? or status = 'uploading' and created_at < ?);

-- features/assessments/attachments/unused-files.queries.ts forgetFile
delete from stored_files
  where tenant_id = ? and id = ?;
update stored_files
  set emptied_at = ?
  where tenant_id = ? and id = ?;

-- features/assessments/attachments/unused-files.queries.ts listUnused
select f.tenant_id, f.id, f.emptied_at
  from stored_files f
  where f.tenant_id = any(?::bigint[]) and (f.emptied_at is null or f.emptied_at < ?) and not exists (select
  from attachments a
  where a.tenant_id = f.tenant_id and a.file_id = f.id) and not exists (select
  from generated_files g
  where g.tenant_id = f.tenant_id and g.file_id = f.id)
  limit ?;

-- features/assessments/comments/comments.queries.ts addViewer
insert into assessment_members as m (tenant_id, assessment_id, user_id, role) select ?, ?, ?, 'viewer'
  where not exists (select
  from assessments a
  where a.tenant_id = ? and a.id = ? and a.owner_id = ?)
  on conflict (tenant_id, assessment_id, user_id) do update
  set role = 'viewer', left_at = null
  where m.left_at is not null;

-- features/assessments/comments/comments.queries.ts findByKey
select id
  from comments
  where tenant_id = ? and assessment_id = ? and key = ?::uuid;

-- features/assessments/comments/comments.queries.ts insertComment
with made as ( insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id)
  values (?, ?, ?, ?::uuid, ?, ?, ?)
  on conflict (tenant_id, assessment_id, key) do nothing
  returning id ) select id, true as is_new
  from made
  union all select id, false
  from comments
  where tenant_id = ? and assessment_id = ? and key = ?::uuid
  limit 1;

-- features/assessments/comments/comments.queries.ts listAskedOf
select c.id, c.statement_id, json_build_object('id', u.id, 'name', u.name) as asked_by, c.text
  from comments c
  join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
  join users u on u.tenant_id = c.tenant_id and u.id = c.author_id
  where c.tenant_id = ? and c.assessment_id = ? and c.asked_user_id = ? and c.resolved_at is null and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  order by c.created_at, c.id;

-- features/assessments/comments/comments.queries.ts listComments
select c.id, c.statement_id, case when s.content_set_id = a.content_set_id then s.element_id end as element_id, s.text as statement, case when author.id is not null then json_build_object('id', author.id, 'name', author.name) end as author, c.text, case when asked.id is not null then json_build_object('id', asked.id, 'name', asked.name) end as asked, c.asked_user_id is not null and c.resolved_at is null and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true as needs_person, c.version, c.created_at, c.edited_at, c.resolved_at, case when resolver.id is not null then json_build_object('id', resolver.id, 'name', resolver.name) end as resolved_by
  from comments c
  join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
  join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
  join users author on author.tenant_id = c.tenant_id and author.id = c.author_id
  left join users asked on asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id
  left join users resolver on resolver.tenant_id = c.tenant_id and resolver.id = c.resolved_by
  where c.tenant_id = ? and c.assessment_id = ? and c.id = ?
  order by c.created_at, c.id;
select c.id, c.statement_id, case when s.content_set_id = a.content_set_id then s.element_id end as element_id, s.text as statement, case when author.id is not null then json_build_object('id', author.id, 'name', author.name) end as author, c.text, case when asked.id is not null then json_build_object('id', asked.id, 'name', asked.name) end as asked, c.asked_user_id is not null and c.resolved_at is null and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true as needs_person, c.version, c.created_at, c.edited_at, c.resolved_at, case when resolver.id is not null then json_build_object('id', resolver.id, 'name', resolver.name) end as resolved_by
  from comments c
  join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
  join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
  join users author on author.tenant_id = c.tenant_id and author.id = c.author_id
  left join users asked on asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id
  left join users resolver on resolver.tenant_id = c.tenant_id and resolver.id = c.resolved_by
  where c.tenant_id = ? and c.assessment_id = ? and (s.content_set_id <> a.content_set_id or ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) and (s.element_id = ? or s.content_set_id <> a.content_set_id)
  order by c.created_at, c.id;

-- features/assessments/comments/comments.queries.ts updateAsked
update comments
  set asked_user_id = ?
  where tenant_id = ? and id = ?;

-- features/assessments/comments/comments.queries.ts updateResolution
update comments
  set resolved_at = ?::timestamptz, resolved_by = ?::bigint
  where tenant_id = ? and id = ? and (resolved_at is null) = ?;

-- features/assessments/comments/comments.queries.ts updateText
update comments
  set text = ?, version = version + 1, edited_at = ?
  where tenant_id = ? and id = ? and version = ?;

-- features/assessments/completions.queries.ts insertCompletion
insert into "element_completions" ("tenant_id", "assessment_id", "element_id")
  values (?, …)
  on conflict do nothing;

-- features/assessments/completions.queries.ts isCompletedByOwner
select
  from element_completions c
  join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
  where c.tenant_id = ? and c.assessment_id = ? and c.element_id = ? and a.owner_id <> ?;

-- features/assessments/completions.queries.ts isReopened
select "status"
  from "assessments"
  where "tenant_id" = ? and "id" = ?;

-- features/assessments/completions.queries.ts reopenElement
delete from element_completions
  where tenant_id = ? and assessment_id = ? and element_id = ?;
update assessments
  set status = 'in_progress'
  where tenant_id = ? and id = ? and status = any(?::text[]);

-- features/assessments/completions.queries.ts startAssessment
update assessments
  set status = 'in_progress'
  where tenant_id = ? and id = ? and status = 'not_started';

-- features/assessments/earlier-answers.queries.ts findEarlierAnswers
with earlier as (select a.id, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ?
  where a.tenant_id = ? and a.user_id = ? and a.type = ? and a.year < ?
  order by a.year desc, a.id desc
  limit 1) select e.year, s.id as statement_id, r.not_applicable_reason is not null as is_not_applicable, chosen.label, now.id as response_id
  from earlier e
  join responses r on r.tenant_id = ? and r.assessment_id = e.id
  join statements old on old.tenant_id = r.tenant_id and old.id = r.statement_id
  join statements s on s.tenant_id = r.tenant_id and s.key = old.key and s.id = any(?::bigint[])
  left join statement_responses chosen on chosen.tenant_id = r.tenant_id and chosen.id = r.statement_response_id
  left join statement_responses now on now.tenant_id = r.tenant_id and now.statement_id = s.id and now.key = chosen.key -- The certified response, if there is one.
  where r.state = (select max(l.state)
  from responses l
  where l.tenant_id = r.tenant_id and l.assessment_id = r.assessment_id and l.statement_id = r.statement_id and l.state <> 2) and (chosen.id is not null or r.not_applicable_reason is not null);
with earlier as (select a.id, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ?
  where a.tenant_id = ? and (a.user_id is null) and a.type = ? and a.year < ?
  order by a.year desc, a.id desc
  limit 1) select e.year, s.id as statement_id, r.not_applicable_reason is not null as is_not_applicable, chosen.label, now.id as response_id
  from earlier e
  join responses r on r.tenant_id = ? and r.assessment_id = e.id
  join statements old on old.tenant_id = r.tenant_id and old.id = r.statement_id
  join statements s on s.tenant_id = r.tenant_id and s.key = old.key and s.id = any(?::bigint[])
  left join statement_responses chosen on chosen.tenant_id = r.tenant_id and chosen.id = r.statement_response_id
  left join statement_responses now on now.tenant_id = r.tenant_id and now.statement_id = s.id and now.key = chosen.key -- The certified response, if there is one.
  where r.state = (select max(l.state)
  from responses l
  where l.tenant_id = r.tenant_id and l.assessment_id = r.assessment_id and l.statement_id = r.statement_id and l.state <> 2) and (chosen.id is not null or r.not_applicable_reason is not null);

-- features/assessments/earlier-answers.queries.ts listEarlierPlanned
with earlier as (select a.id, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ?
  where a.tenant_id = ? and a.user_id = ? and a.type = ? and a.year < ?
  order by a.year desc, a.id desc
  limit 1) select s.id as statement_id, p.id, p.title, p.status
  from earlier e
  join actions p on p.tenant_id = ? and p.assessment_id = e.id
  join statements s on s.tenant_id = p.tenant_id and s.key = p.statement_key and s.id = any(?::bigint[])
  order by p.id;

-- features/assessments/locks.queries.ts joinAssessment
select pg_advisory_xact_lock(-user_id), pg_advisory_xact_lock_shared(hashint8extended(id, tenant_id))
  from assessments a
  where a.tenant_id = ? and a.id = ? and true;
select pg_advisory_xact_lock(-user_id), pg_advisory_xact_lock_shared(hashint8extended(id, tenant_id))
  from assessments a
  where a.tenant_id = ? and a.id = ? and ((a.user_id = ? or a.owner_id = ?) or exists (select
  from element_assignments e
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.element_id
  join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = ? and asked.id = ?) or (exists (select
  from comments q
  join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id
  join statements meant on meant.tenant_id = s.tenant_id and meant.key = s.key
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = ? and q.resolved_at is null and meant.id = ?) and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null))));

-- features/assessments/locks.queries.ts joinStatement
select pg_advisory_xact_lock(-user_id), pg_advisory_xact_lock_shared(hashint8extended(id, tenant_id)), pg_advisory_xact_lock(hashint8extended(?, hashint8extended(id, tenant_id)))
  from assessments a
  where a.tenant_id = ? and a.id = ? and ((a.user_id = ? or a.owner_id = ?) or exists (select
  from element_assignments e
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.element_id
  join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = ? and asked.id = ?) or (exists (select
  from comments q
  join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id
  join statements meant on meant.tenant_id = s.tenant_id and meant.key = s.key
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = ? and q.resolved_at is null and meant.id = ?) and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null))));

-- features/assessments/locks.queries.ts lockAssessment
select pg_advisory_xact_lock(-user_id), pg_advisory_xact_lock(hashint8extended(id, tenant_id))
  from assessments a
  where a.tenant_id = ? and a.id = ? and true;
select pg_advisory_xact_lock(-user_id), pg_advisory_xact_lock(hashint8extended(id, tenant_id))
  from assessments a
  where a.tenant_id = ? and a.id = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));

-- features/assessments/locks.queries.ts lockToMove
select pg_advisory_xact_lock(hashint8extended(id, tenant_id))
  from ( select tenant_id, id
  from assessments
  where tenant_id = ? and id = any(?::bigint[])
  order by id offset 0) moving;
select id, pg_advisory_xact_lock(-user_id)
  from ( select id, user_id
  from assessments
  where tenant_id = ? and content_set_id = ? and status = any(?::text[])
  order by user_id
  limit ? offset 0) moving;

-- features/assessments/marks.queries.ts listMarkedKeys
select "statement_key"
  from "statement_marks"
  where "tenant_id" = ? and "assessment_id" = ? and "user_id" = ?;

-- features/assessments/marks.queries.ts setMark
delete from "statement_marks"
  where "tenant_id" = ? and "assessment_id" = ? and "user_id" = ? and "statement_key" = ?;
insert into "statement_marks" ("tenant_id", "assessment_id", "user_id", "statement_key")
  values (?, …)
  on conflict do nothing;

-- features/assessments/plan/change-plan.queries.ts deleteActions
delete from actions
  where tenant_id = ? and id = any(?::bigint[]);

-- features/assessments/plan/change-plan.queries.ts insertActions
insert into actions (tenant_id, assessment_id, key, statement_key, title, owner_id, due_on, status, note, created_by, created_at, updated_by, updated_at) select ?, ?, n.key, n.statement_key, n.title, n.owner_id, n.due_on, n.status, n.note, ?, ?, ?, ?
  from unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::date[], ?::text[], ?::text[]) with ordinality as n (key, statement_key, title, owner_id, due_on, status, note, place)
  order by n.place
  on conflict (tenant_id, assessment_id, key) do nothing;

-- features/assessments/plan/change-plan.queries.ts moveActions
update actions p
  set owner_id = ?, version = p.version + 1
  from assessments a, users u
  where a.tenant_id = ? and a.id = ? and p.tenant_id = a.tenant_id and p.assessment_id = a.id and u.tenant_id = p.tenant_id and u.id = p.owner_id and (p.status in ('open', 'in_progress')) and p.owner_id = ? and true
  returning p.id;
update actions p
  set owner_id = ?, version = p.version + 1
  from assessments a, users u
  where a.tenant_id = ? and a.id = ? and p.tenant_id = a.tenant_id and p.assessment_id = a.id and u.tenant_id = p.tenant_id and u.id = p.owner_id and (p.status in ('open', 'in_progress')) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true and p.id = any(?::bigint[])
  returning p.id;

-- features/assessments/plan/change-plan.queries.ts updateActions
update actions
  set status = ?, version = version + 1, updated_by = ?, updated_at = ?
  where tenant_id = ? and id = any(?::bigint[]);
update actions
  set status = ?, note = ?, version = version + 1, updated_by = ?, updated_at = ?
  where tenant_id = ? and id = any(?::bigint[]);

-- features/assessments/plan/plan-summary.queries.ts findPlanSummary
select a.year, r.id as report_id, c.left, c.overdue, c.done, (select coalesce(json_agg(json_build_object('id', n.id, 'title', n.title, 'due_on', n.due_on, 'status', n.status, 'owner', case when n.owner_id is not null then json_build_object('id', n.owner_id, 'name', n.name) end)
  order by n.place), '[]')
  from (select p.id, p.title, p.due_on, p.status, p.owner_id, o.name, row_number() over (order by p.owner_id is not distinct
  from ?::bigint desc, p.due_on nulls last, p.id) as place
  from actions p
  left join users o on o.tenant_id = p.tenant_id and o.id = p.owner_id
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  order by place
  limit ?) n) as next
  from assessments a
  cross join lateral (select count(*) filter (where (p.status in ('open', 'in_progress'))) as left, count(*) filter (where (p.status in ('open', 'in_progress')) and p.due_on < ?::date) as overdue, count(*) filter (where p.status = 'done') as done
  from actions p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) c
  cross join lateral (select id
  from reports
  where tenant_id = a.tenant_id and assessment_id = a.id and kind = 'action'
  order by version desc
  limit 1) r
  where a.tenant_id = ? and a.id = any(?::bigint[]) and a.year <= ? and c.left + c.done > 0
  order by a.year desc
  limit 1;

-- features/assessments/plan/plan.queries.ts findPlan
select a.id, a.year, coalesce(a.user_id, a.owner_id) as owner_id, (a.user_id is null) as is_shared, (a.user_id = ? or a.owner_id = ?) as may_manage, exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.role = 'contributor' and m.left_at is null) as is_contributor
  from assessments a
  where a.tenant_id = ? and a.id = ? and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));

-- features/assessments/plan/plan.queries.ts findPlanReport
select id, title
  from reports
  where tenant_id = ? and assessment_id = ? and kind = 'action'
  order by version desc
  limit 1;

-- features/assessments/plan/plan.queries.ts listActions
select p.id, p.assessment_id, p.statement_key, case when s.text is not null then json_build_object('text', s.text, 'element', s.element, 'number', s.number) end as statement, p.title, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as owner, p.owner_id is not null and (p.status in ('open', 'in_progress')) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true as needs_person, ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) as is_in_scope, p.due_on::text as due_on, p.status, p.note, p.version, p.created_by, (select e.name
  from users e
  where e.tenant_id = p.tenant_id and e.id = p.updated_by and e.removed_at is null) as updated_by, p.updated_at
  from actions p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  left join lateral ( select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position, e.position as element_position
  from content_sets mine
  join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
  join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
  order by c.id = a.content_set_id desc, c.version desc
  limit 1) s on true
  where p.tenant_id = ? and p.assessment_id = ? and true
  order by s.element_position nulls last, s.position, p.statement_key, p.id;
select p.id, p.assessment_id, p.statement_key, case when s.text is not null then json_build_object('text', s.text, 'element', s.element, 'number', s.number) end as statement, p.title, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as owner, p.owner_id is not null and (p.status in ('open', 'in_progress')) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true as needs_person, ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) as is_in_scope, p.due_on::text as due_on, p.status, p.note, p.version, p.created_by, (select e.name
  from users e
  where e.tenant_id = p.tenant_id and e.id = p.updated_by and e.removed_at is null) as updated_by, p.updated_at
  from actions p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  left join lateral ( select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position, e.position as element_position
  from content_sets mine
  join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
  join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
  order by c.id = a.content_set_id desc, c.version desc
  limit 1) s on true
  where p.tenant_id = ? and p.assessment_id = ? and p.id = any(?::bigint[])
  order by s.element_position nulls last, s.position, p.statement_key, p.id;

-- features/assessments/plan/plan.queries.ts listKnown
select id, key, statement_key, status
  from actions
  where tenant_id = ? and assessment_id = ?;

-- features/assessments/plan/plan.queries.ts listOpenActions
select p.id, p.title, json_build_object('id', u.id, 'name', u.name) as owner
  from actions p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  where p.tenant_id = ? and p.assessment_id = ? and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true
  order by p.due_on nulls last, p.id;

-- features/assessments/plan/plan.queries.ts listPlanPeople
select u.id, u.name
  from assessments a
  cross join lateral (select coalesce(a.user_id, a.owner_id)
  union select m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null) p(id)
  join users u on u.tenant_id = a.tenant_id and u.id = p.id
  where a.tenant_id = ? and a.id = ? and (a.user_id is not null or ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}'))
  order by u.name, u.id;

-- features/assessments/plan/plan.queries.ts listStatementKeys
select s.key, ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)) as is_asked
  from assessments a
  join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
  where a.tenant_id = ? and a.id = ? and s.key = any(?::text[]);

-- features/assessments/plan/plan.queries.ts lockActions
select
  from actions
  where tenant_id = ? and assessment_id = ? and id = any(?::bigint[])
  order by id for update;

-- features/assessments/planned.queries.ts listPlanned
select p.title, p.status, u.name as owner, p.due_on::text as due_on, p.note, p.statement_key as key, s.number, coalesce(s.element, '') as element, ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) as is_in_scope
  from actions p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  left join lateral ( select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position, e.position as element_position
  from content_sets mine
  join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
  join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
  order by c.id = a.content_set_id desc, c.version desc
  limit 1) s on true
  where p.tenant_id = ? and p.assessment_id = ?
  order by s.element_position nulls last, s.position, p.statement_key, p.id;

-- features/assessments/presence/changes.queries.ts findLastVisit
select case when seen_at < now() - interval '1 hour' then seen_at else before_at end as since
  from assessment_visits
  where tenant_id = ? and assessment_id = ? and user_id = ?;

-- features/assessments/presence/changes.queries.ts findNoteChange
select json_build_object('id', u.id, 'name', u.name) as by, n.updated_at as at
  from statements asked
  join statements s on s.tenant_id = asked.tenant_id and s.key = asked.key
  join notes n on n.tenant_id = s.tenant_id and n.statement_id = s.id and n.assessment_id = ?
  join users u on u.tenant_id = n.tenant_id and u.id = n.updated_by
  where asked.tenant_id = ? and asked.id = ?
  order by n.updated_at desc
  limit 1;

-- features/assessments/presence/changes.queries.ts isStatementOf
select
  from assessments a
  join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
  join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
  where a.tenant_id = ? and a.id = ? and asked.id = ?
  limit 1;

-- features/assessments/presence/changes.queries.ts listChanged
select s.id as statement_id, s.element_id
  from assessments a
  join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))
  where a.tenant_id = ? and a.id = ? and (s.tenant_id, s.key) in ( select old.tenant_id, old.key
  from response_events h
  join statements old on old.tenant_id = h.tenant_id and old.id = h.statement_id
  where h.tenant_id = ? and h.assessment_id = ? and h.at > ? and h.user_id <> ?
  union select old.tenant_id, old.key
  from notes n
  join statements old on old.tenant_id = n.tenant_id and old.id = n.statement_id
  where n.tenant_id = ? and n.assessment_id = ? and n.updated_at > ? and n.updated_by <> ?)
  order by s.id;

-- features/assessments/presence/changes.queries.ts listHistory
select h.state, h.version, h.at, json_build_object('id', u.id, 'name', u.name) as by, json_build_object('label', b.label, 'reason', h.before_reason) as before, json_build_object('label', o.label, 'reason', h.after_reason, 'statement_response_id', r.id) as after
  from assessments a
  join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and s.key = (select asked.key
  from statements asked
  where asked.tenant_id = a.tenant_id and asked.id = ?)
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join content_sets f on f.tenant_id = a.tenant_id and f.family_id = c.family_id
  join statements old on old.tenant_id = a.tenant_id and old.content_set_id = f.id and old.key = s.key
  join response_events h on h.tenant_id = a.tenant_id and h.assessment_id = a.id and h.statement_id = old.id
  join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
  left join statement_responses b on b.tenant_id = h.tenant_id and b.id = h.before_response_id
  left join statement_responses o on o.tenant_id = h.tenant_id and o.id = h.after_response_id
  left join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id and r.key = o.key
  where a.tenant_id = ? and a.id = ? and h.state in (1, 2) and (h.before_response_id, h.before_reason) is distinct
  from (h.after_response_id, h.after_reason)
  order by h.at desc, h.state, h.version desc
  limit ?;

-- features/assessments/scanning.queries.ts findDelayedScans
select count(*) as "files", min("scanning_since") as "since"
  from "attachments"
  where "tenant_id" <> ? and "status" = ? and "removed_at" is null and "scanning_since" <= ?;
select count(*) as "files", min("scanning_since") as "since"
  from "attachments"
  where "tenant_id" = any(?::bigint[]) and "status" = ? and "removed_at" is null and "scanning_since" <= ?;

-- features/assessments/scanning.queries.ts findWithAssessment
select f.name, f.scanning_since, f.assessment_id, coalesce(a.user_id, a.owner_id) as owner_id, a.type, a.year, a.status, exists (select
  from reviews r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.status = 'started') as is_review_started
  from attachments f
  join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
  where f.tenant_id = ? and f.id = ? and f.removed_at is null;

-- features/assessments/scanning.queries.ts listDelayedScans
select "tenant_id", "id"
  from "attachments"
  where "tenant_id" = any(?::bigint[]) and "status" = ? and "removed_at" is null and "scanning_since" <= ? and "id" <> all(?::bigint[])
  order by "scanning_since"
  limit ?;

-- features/assessments/scanning.queries.ts lockScanDelay
select pg_advisory_xact_lock(hashtextextended('virus check', ?));

-- features/assessments/shared/assignments.queries.ts deleteAssignments
delete from element_assignments
  where tenant_id = ? and assessment_id = ? and element_id = any(?::bigint[]);

-- features/assessments/shared/assignments.queries.ts hasAssignment
select
  from element_assignments
  where tenant_id = ? and assessment_id = ? and user_id = ?
  limit 1;

-- features/assessments/shared/assignments.queries.ts markDone
update element_assignments
  set done_at = coalesce(done_at, ?), returned_at = null
  where tenant_id = ? and assessment_id = ? and element_id = ? and user_id = ?;

-- features/assessments/shared/assignments.queries.ts markReturned
update element_assignments
  set done_at = null, returned_at = ?
  where tenant_id = ? and assessment_id = ? and element_id = ? and (done_at is not null or exists (select
  from element_completions c
  where c.tenant_id = ? and c.assessment_id = ? and c.element_id = ?))
  returning user_id, due_on::text as due_on;

-- features/assessments/shared/assignments.queries.ts moveAssignments
update element_assignments
  set user_id = ?, awaited_email = null, declined_at = null, declined_by = null, decline_reason = null, suggested_id = null
  where tenant_id = ? and assessment_id = ? and user_id is not distinct
  from ?::bigint and awaited_norm is not distinct
  from ?::text and (? or element_id = any(?::bigint[]))
  returning element_id;

-- features/assessments/shared/assignments.queries.ts upsertAssignments
insert into element_assignments as e (tenant_id, assessment_id, element_id, user_id, awaited_email, due_on) select ?, ?, element, ?, ?, ?::date
  from unnest(?::bigint[]) element
  on conflict (tenant_id, assessment_id, element_id) do update
  set user_id = excluded.user_id, awaited_email = excluded.awaited_email, due_on = excluded.due_on, done_at = case when e.user_id = excluded.user_id then e.done_at end, returned_at = case when e.user_id = excluded.user_id then e.returned_at end, declined_at = null, declined_by = null, decline_reason = null, suggested_id = null;

-- features/assessments/shared/colleagues.queries.ts findByAddress
select u.id
  from users u
  where u.tenant_id = ? and u.email_norm = ?;

-- features/assessments/shared/colleagues.queries.ts findColleague
select u.id, u.name, ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') as is_eligible
  from users u
  where u.tenant_id = ? and u.id = ? and u.removed_at is null;

-- features/assessments/shared/colleagues.queries.ts findColleagues
select u.id, u.name, u.email
  from users u
  where u.tenant_id = ? and ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.name_norm like ? or u.email_norm like ?)
  order by u.name, u.id
  limit ?;

-- features/assessments/shared/colleagues.queries.ts listWithRole
select u.id
  from users u
  where u.tenant_id = ? and (u.is_active and u.removed_at is null) and u.roles && ?::text[];

-- features/assessments/shared/declined.queries.ts listNeedsPerson
select e.element_id, l.title, (select json_build_object('by', json_build_object('id', d.id, 'name', d.name), 'reason', e.decline_reason, 'suggested', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
  from users u
  where u.tenant_id = e.tenant_id and u.id = e.suggested_id and ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}')))
  from users d
  where d.tenant_id = e.tenant_id and d.id = e.declined_by and e.user_id is null) as declined
  from element_assignments e
  join elements l on l.tenant_id = e.tenant_id and l.id = e.element_id
  join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  where e.tenant_id = ? and e.assessment_id = ? and (e.user_id is null and e.awaited_email is null)
  order by l.position, l.id;

-- features/assessments/shared/declined.queries.ts markDeclined
update element_assignments
  set user_id = null, done_at = null, returned_at = null, declined_at = ?, declined_by = ?, decline_reason = ?, suggested_id = ?
  where tenant_id = ? and assessment_id = ? and element_id = ? and user_id = ?;

-- features/assessments/shared/fill.queries.ts findFillSources
select a.id, a.content_set_id, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ?
  where a.tenant_id = ? and a.type = ? and ((a.user_id = ? and a.year = ?) or (a.owner_id is not null and a.year < ?)) and exists (select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id)
  order by a.year desc, a.id desc;

-- features/assessments/shared/fill.queries.ts findSharedScope
select scope_levels, scope_profiles
  from assessments
  where tenant_id = ? and family_id = ? and type = ? and year < ? and owner_id is not null
  order by year desc
  limit 1;

-- features/assessments/shared/fill.queries.ts setCarriedFrom
update assessments
  set carried_from = ?
  where tenant_id = ? and id = ?;

-- features/assessments/shared/moved-questions.queries.ts listOpenQuestions
select c.id, c.text, json_build_object('id', u.id, 'name', u.name) as asked
  from comments c
  join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
  join users u on u.tenant_id = c.tenant_id and u.id = c.asked_user_id
  where c.tenant_id = ? and c.assessment_id = ? and c.resolved_at is null and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  order by c.created_at, c.id;

-- features/assessments/shared/moved-questions.queries.ts moveQuestions
update comments c
  set asked_user_id = ?
  from assessments a
  where a.tenant_id = ? and a.id = ? and c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.asked_user_id is not null and c.resolved_at is null and c.author_id <> ? and c.asked_user_id = ? and true
  returning c.id;
update comments c
  set asked_user_id = ?
  from assessments a
  where a.tenant_id = ? and a.id = ? and c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.asked_user_id is not null and c.resolved_at is null and c.author_id <> ? and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true and c.id = any(?::bigint[])
  returning c.id;

-- features/assessments/shared/shared-list.queries.ts listAvailable
select c.id, c.groups is not null as has_groups, c.family_id, w.type, c.title, c.language
  from content_sets c
  cross join (values ('self_assessment', 1), ('certification', 2)) w(type, place)
  where c.tenant_id = ? and ((c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version)) and not exists (select
  from assessments a
  where a.tenant_id = c.tenant_id and a.family_id = c.family_id and a.year = ? and a.type = w.type and a.owner_id is not null)
  order by c.title, w.place;

-- features/assessments/shared/shared-list.queries.ts listShared
select a.id, json_build_object('id', t.id, 'name', t.name) as tenant, c.title, c.language, a.year, a.type, a.status, json_build_object('id', o.id, 'name', o.name) as owner, (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'role', m.role, 'is_active', u.is_active and u.removed_at is null, 'elements', (select count(*)
  from element_assignments e
  where e.tenant_id = m.tenant_id and e.assessment_id = m.assessment_id and e.user_id = m.user_id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), 'questions', (select count(*)
  from comments c
  where c.tenant_id = m.tenant_id and c.assessment_id = m.assessment_id and c.asked_user_id = m.user_id and c.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), 'actions', (select count(*)
  from actions p
  where p.tenant_id = m.tenant_id and p.assessment_id = m.assessment_id and p.owner_id = m.user_id and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))
  order by u.name, u.id), '[]')
  from assessment_members m
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null and m.user_id <> a.owner_id) as members, (select coalesce(json_agg(json_build_object('email', w.email, 'elements', w.elements, 'invitation', (select case when l.expires_at > now() then 'open' else 'expired' end
  from one_time_links l
  where l.tenant_id = a.tenant_id and l.email_norm = w.norm and l.kind = 'invite' and used_at is null and revoked_at is null))
  order by w.norm), '[]')
  from (select e.awaited_norm as norm, min(e.awaited_email) as email, count(*) as elements
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  group by 1) w) as awaited, (select count(*)
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and (e.user_id is null and e.awaited_email is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as needs_person, (select count(*)
  from comments c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.asked_user_id is not null and c.resolved_at is null and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as questions_need_person, (select count(*)
  from actions p
  join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and (p.status in ('open', 'in_progress')) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as actions_need_person, (select json_build_object('id', p.id, 'name', p.name)
  from users p
  where p.tenant_id = a.tenant_id and p.id = a.approver_id) as approver, (select count(*)
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))) as total, (select count(*)
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)) and exists ( select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.statement_id = s.id and r.state in (1, 2) and not r.to_confirm
  group by r.statement_id
  having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null))) as answered, (select json_build_object('number', e.number, 'valid_until', e.valid_until)
  from certifications e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.revoked_at is null and e.superseded_at is null) as certificate
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  join tenants t on t.id = a.tenant_id
  where "a"."tenant_id" = ? and a.owner_id is not null
  order by a.year desc, t.name, c.title, a.type desc, a.id;
select a.id, json_build_object('id', t.id, 'name', t.name) as tenant, c.title, c.language, a.year, a.type, a.status, json_build_object('id', o.id, 'name', o.name) as owner, (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'role', m.role, 'is_active', u.is_active and u.removed_at is null, 'elements', (select count(*)
  from element_assignments e
  where e.tenant_id = m.tenant_id and e.assessment_id = m.assessment_id and e.user_id = m.user_id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), 'questions', (select count(*)
  from comments c
  where c.tenant_id = m.tenant_id and c.assessment_id = m.assessment_id and c.asked_user_id = m.user_id and c.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), 'actions', (select count(*)
  from actions p
  where p.tenant_id = m.tenant_id and p.assessment_id = m.assessment_id and p.owner_id = m.user_id and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))
  order by u.name, u.id), '[]')
  from assessment_members m
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null and m.user_id <> a.owner_id) as members, (select coalesce(json_agg(json_build_object('email', w.email, 'elements', w.elements, 'invitation', (select case when l.expires_at > now() then 'open' else 'expired' end
  from one_time_links l
  where l.tenant_id = a.tenant_id and l.email_norm = w.norm and l.kind = 'invite' and used_at is null and revoked_at is null))
  order by w.norm), '[]')
  from (select e.awaited_norm as norm, min(e.awaited_email) as email, count(*) as elements
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  group by 1) w) as awaited, (select count(*)
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and (e.user_id is null and e.awaited_email is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as needs_person, (select count(*)
  from comments c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.asked_user_id is not null and c.resolved_at is null and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as questions_need_person, (select count(*)
  from actions p
  join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and (p.status in ('open', 'in_progress')) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as actions_need_person, (select json_build_object('id', p.id, 'name', p.name)
  from users p
  where p.tenant_id = a.tenant_id and p.id = a.approver_id) as approver, (select count(*)
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))) as total, (select count(*)
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)) and exists ( select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.statement_id = s.id and r.state in (1, 2) and not r.to_confirm
  group by r.statement_id
  having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null))) as answered, (select json_build_object('number', e.number, 'valid_until', e.valid_until)
  from certifications e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.revoked_at is null and e.superseded_at is null) as certificate
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  join tenants t on t.id = a.tenant_id
  where "a"."tenant_id" = any(?::bigint[]) and a.owner_id is not null
  order by a.year desc, t.name, c.title, a.type desc, a.id;

-- features/assessments/shared/shared.queries.ts endMembership
update assessment_members
  set left_at = now()
  where tenant_id = ? and assessment_id = ? and user_id = ? and left_at is null;

-- features/assessments/shared/shared.queries.ts findShared
select a.id, a.owner_id, a.approver_id, o.name as owner, a.content_set_id, a.status, a.type, c.title, a.year, a.scope_levels, a.scope_profiles, ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)) as is_one_of
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  where a.tenant_id = ? and a.id = ?;

-- features/assessments/shared/shared.queries.ts getPeople
select json_build_object('id', o.id, 'name', o.name) as owner, (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'role', m.role, 'is_active', u.is_active and u.removed_at is null, 'elements', (select count(*)
  from element_assignments e
  where e.tenant_id = m.tenant_id and e.assessment_id = m.assessment_id and e.user_id = m.user_id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), 'questions', (select count(*)
  from comments c
  where c.tenant_id = m.tenant_id and c.assessment_id = m.assessment_id and c.asked_user_id = m.user_id and c.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), 'actions', (select count(*)
  from actions p
  where p.tenant_id = m.tenant_id and p.assessment_id = m.assessment_id and p.owner_id = m.user_id and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))
  order by u.name, u.id), '[]')
  from assessment_members m
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null and m.user_id <> a.owner_id) as members, (select coalesce(json_agg(json_build_object('email', w.email, 'elements', w.elements, 'invitation', (select case when l.expires_at > now() then 'open' else 'expired' end
  from one_time_links l
  where l.tenant_id = a.tenant_id and l.email_norm = w.norm and l.kind = 'invite' and used_at is null and revoked_at is null))
  order by w.norm), '[]')
  from (select e.awaited_norm as norm, min(e.awaited_email) as email, count(*) as elements
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  group by 1) w) as awaited, (select count(*)
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and (e.user_id is null and e.awaited_email is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as needs_person, (select count(*)
  from comments c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.asked_user_id is not null and c.resolved_at is null and (((a.user_id = c.asked_user_id or a.owner_id = c.asked_user_id) or a.approver_id = c.asked_user_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = c.asked_user_id and m.left_at is null)) and exists (select
  from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null)) is not true and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = c.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as questions_need_person, (select count(*)
  from actions p
  join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and (p.status in ('open', 'in_progress')) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) is not true and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as actions_need_person, (select json_build_object('id', p.id, 'name', p.name)
  from users p
  where p.tenant_id = a.tenant_id and p.id = a.approver_id) as approver
  from assessments a
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  where a.tenant_id = ? and a.id = ?;

-- features/assessments/shared/shared.queries.ts getSharedForUser
select json_build_object('id', o.id, 'name', o.name) as owner, (select json_build_object('id', p.id, 'name', p.name)
  from users p
  where p.tenant_id = a.tenant_id and p.id = a.approver_id) as approver, case when o.id = ? then 'owner' else coalesce(m.role, 'viewer') end as role, (select coalesce(json_agg(json_build_object('element_id', e.element_id, 'person', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end, 'awaited', e.awaited_email, 'due_on', e.due_on, 'done_at', e.done_at, 'returned_at', e.returned_at, 'declined', case when a.owner_id = ? then (select json_build_object('by', json_build_object('id', d.id, 'name', d.name), 'reason', e.decline_reason, 'suggested', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
  from users u
  where u.tenant_id = e.tenant_id and u.id = e.suggested_id and ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}')))
  from users d
  where d.tenant_id = e.tenant_id and d.id = e.declined_by and e.user_id is null) end)
  order by e.element_id), '[]')
  from element_assignments e
  left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) as assignments, (select coalesce(json_agg(json_build_object('id', q.id, 'statement_id', q.statement_id, 'element_id', s.element_id, 'asked_by', json_build_object('id', b.id, 'name', b.name), 'person', case when ((a.user_id = p.id or a.owner_id = p.id) or a.approver_id = p.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = p.id and m.left_at is null)) and p.is_active then json_build_object('id', p.id, 'name', p.name) end)
  order by q.id), '[]')
  from comments q
  join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))
  join users b on b.tenant_id = q.tenant_id and b.id = q.author_id
  join users p on p.tenant_id = q.tenant_id and p.id = q.asked_user_id
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.resolved_at is null and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null))) as questions
  from assessments a
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  left join assessment_members m on m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null
  where a.tenant_id = ? and a.id = ?;

-- features/assessments/shared/shared.queries.ts setOwner
update assessments
  set owner_id = ?
  where tenant_id = ? and id = ?;

-- features/assessments/shared/shared.queries.ts upsertMember
insert into assessment_members (tenant_id, assessment_id, user_id, role)
  values (?, …)
  on conflict (tenant_id, assessment_id, user_id) do update
  set role = excluded.role, left_at = null;

-- features/assessments/shared/shared.queries.ts whoseOf
select
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and c.family_id = ? and a.year = ? and a.type = ? and a.user_id = ?;
select
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and c.family_id = ? and a.year = ? and a.type = ? and a.owner_id is not null and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null));
