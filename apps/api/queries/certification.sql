-- features/certification/approvals/approvals.queries.ts endRequest
update approvals
  set state = ?, reason = ?, ended_at = now()
  where tenant_id = ? and assessment_id = ? and state = 'asked';

-- features/certification/approvals/approvals.queries.ts findAsked
select a.id as assessment_id, a.year, c.family_id as
  set, o.name as asked_by
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join approvals p on p.tenant_id = a.tenant_id and p.assessment_id = a.id and p.state = 'asked' and p.approver_id = a.approver_id
  join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
  where a.tenant_id = ? and a.approver_id = ? and p.content = concat_ws('-', (select count(*)
  from response_events w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select coalesce(sum(w.version), 0)
  from notes w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select count(*)
  from attachments w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select count(*)
  from attachments w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and w.removed_at is not null), array_to_string(a.scope_levels, ','), array_to_string(a.scope_profiles, ','))
  order by p.id
  limit 1;

-- features/certification/approvals/approvals.queries.ts insertRequest
insert into approvals (tenant_id, assessment_id, approver_id, asked_by, content) select a.tenant_id, a.id, ?, ?, concat_ws('-', (select count(*)
  from response_events w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select coalesce(sum(w.version), 0)
  from notes w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select count(*)
  from attachments w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select count(*)
  from attachments w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and w.removed_at is not null), array_to_string(a.scope_levels, ','), array_to_string(a.scope_profiles, ','))
  from assessments a
  where a.tenant_id = ? and a.id = ?;

-- features/certification/approvals/approvals.queries.ts listChangesSince
select s.id as statement_id, s.element_id, s.text, json_build_object('id', u.id, 'name', u.name) as by, max(w.at) as at
  from approvals p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join lateral ( select e.tenant_id, e.statement_id, e.user_id, e.at
  from response_events e
  where e.tenant_id = p.tenant_id and e.assessment_id = p.assessment_id and e.at > p.asked_at
  union all select n.tenant_id, n.statement_id, n.updated_by, n.updated_at
  from notes n
  where n.tenant_id = p.tenant_id and n.assessment_id = p.assessment_id and n.updated_at > p.asked_at
  union all select f.tenant_id, f.statement_id, f.uploaded_by, coalesce(f.removed_at, f.created_at)
  from attachments f
  where f.tenant_id = p.tenant_id and f.assessment_id = p.assessment_id and coalesce(f.removed_at, f.created_at) > p.asked_at) w on true
  join statements s on s.tenant_id = w.tenant_id and s.id = w.statement_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))
  join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
  where p.tenant_id = ? and p.assessment_id = ? and p.id = ?
  group by s.tenant_id, s.id, u.tenant_id, u.id
  order by at desc, s.id;

-- features/certification/approvals/approvals.queries.ts listRequests
select p.id, case when p.state = 'asked' and p.content <> concat_ws('-', (select count(*)
  from response_events w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select coalesce(sum(w.version), 0)
  from notes w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select count(*)
  from attachments w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))), (select count(*)
  from attachments w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = w.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and w.removed_at is not null), array_to_string(a.scope_levels, ','), array_to_string(a.scope_profiles, ',')) then 'cleared' else p.state end as state, json_build_object('id', d.id, 'name', d.name) as approver, json_build_object('id', o.id, 'name', o.name) as asked_by, p.asked_at, p.ended_at, p.reason
  from approvals p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join users d on d.tenant_id = p.tenant_id and d.id = p.approver_id
  join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
  where p.tenant_id = ? and p.assessment_id = ?
  order by p.id desc;

-- features/certification/certificates/certifications.queries.ts findCertificate
select "id", "number", "revoked_at"
  from "certifications"
  where "tenant_id" = ? and "assessment_id" = ?;

-- features/certification/certificates/certifications.queries.ts findCertificationByCode
select "c"."id", "c"."number", "c"."code", "c"."year", "c"."title", "c"."scope", (select s.language
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id) as "language", "c"."family_id" as "set", "c"."holder", "c"."band", "c"."revoked_at", "c"."revoked_reason", "c"."superseded_at", c.holder_user_id is null as "is_shared", c.valid_from::text as "valid_from", c.valid_until::text as "valid_until", "c"."user_id", "c"."report_hash", "r"."snapshot"
  from "certifications" as "c"
  inner join "reports" as "r" on "r"."tenant_id" = "c"."tenant_id" and "r"."id" = "c"."report_id"
  where "c"."tenant_id" = ? and "c"."code" = ?;

-- features/certification/certificates/certifications.queries.ts getCertification
select "c"."id", "c"."number", "c"."code", "c"."year", "c"."title", "c"."scope", (select s.language
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id) as "language", "c"."family_id" as "set", "c"."holder", "c"."band", "c"."revoked_at", "c"."revoked_reason", "c"."superseded_at", c.holder_user_id is null as "is_shared", c.valid_from::text as "valid_from", c.valid_until::text as "valid_until", "c"."user_id", "c"."report_hash", "r"."snapshot"
  from "certifications" as "c"
  inner join "reports" as "r" on "r"."tenant_id" = "c"."tenant_id" and "r"."id" = "c"."report_id"
  where "c"."tenant_id" = ? and (c.holder_user_id = ? or c.holder_user_id is null and exists (select
  from assessments a
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)))) and "c"."id" = ?;

-- features/certification/certificates/certifications.queries.ts getCertificationById
select "c"."id", "c"."number", "c"."code", "c"."year", "c"."title", "c"."scope", (select s.language
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id) as "language", "c"."family_id" as "set", "c"."holder", "c"."band", "c"."revoked_at", "c"."revoked_reason", "c"."superseded_at", c.holder_user_id is null as "is_shared", c.valid_from::text as "valid_from", c.valid_until::text as "valid_until", "c"."assessment_id", "c"."user_id"
  from "certifications" as "c"
  where "c"."tenant_id" = ? and "c"."id" = ?;

-- features/certification/certificates/certifications.queries.ts insertCertification
insert into "certifications" ("assessment_id", "review_id", "user_id", "report_id", "report_hash", "year", "title", "holder", "issued_by", "number", "code", "band", "valid_from", "valid_until", "tenant_id", "family_id", "holder_user_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select family_id
  from content_sets
  where tenant_id = ? and id = ?), ?)
  returning "id";
insert into "certifications" ("assessment_id", "review_id", "user_id", "report_id", "report_hash", "number", "code", "year", "title", "scope", "holder", "band", "valid_from", "valid_until", "issued_by", "tenant_id", "family_id", "holder_user_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select family_id
  from content_sets
  where tenant_id = ? and id = ?), ?)
  returning "id";

-- features/certification/certificates/certifications.queries.ts insertCertifiedResponses
with changed as ( insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by) select r.tenant_id, ?, r.statement_id, 3, r.statement_response_id, d.not_applicable_reason, ?
  from review_responses r
  join responses d on d.tenant_id = r.tenant_id and d.assessment_id = ? and d.statement_id = r.statement_id and d.state = 1
  where r.tenant_id = ? and r.review_id = ?
  returning * ) insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, before_response_id, before_reason, after_response_id, after_reason) select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), ?::bigint, null::bigint, null::text, statement_response_id, not_applicable_reason
  from changed;

-- features/certification/certificates/certifications.queries.ts listCertifications
select "c"."id", "c"."number", "c"."code", "c"."year", "c"."title", "c"."scope", (select s.language
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id) as "language", "c"."family_id" as "set", "c"."holder", "c"."band", "c"."revoked_at", "c"."revoked_reason", "c"."superseded_at", c.holder_user_id is null as "is_shared", c.valid_from::text as "valid_from", c.valid_until::text as "valid_until"
  from "certifications" as "c"
  where "c"."tenant_id" = ? and (c.holder_user_id = ? or c.holder_user_id is null and exists (select
  from assessments a
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id and ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null))))
  order by "c"."year" desc, "c"."id" desc;

-- features/certification/certificates/certifications.queries.ts listHeld
select "c"."id", "c"."assessment_id", "c"."number", "c"."scope", "a"."scope_levels", "a"."scope_profiles", c.valid_until::text as "valid_until"
  from "certifications" as "c"
  inner join "assessments" as "a" on "a"."tenant_id" = "c"."tenant_id" and "a"."id" = "c"."assessment_id"
  where "c"."tenant_id" = ? and "c"."family_id" = (select family_id
  from content_sets
  where tenant_id = ? and id = ?) and "c"."holder_user_id" is not distinct
  from ? and "c"."revoked_at" is null and "c"."superseded_at" is null
  order by "c"."id" desc;

-- features/certification/certificates/certifications.queries.ts nextNumber
select
  from tenants
  where id = ? for no key update;
select coalesce(max(split_part(number, '-', 2)::int), 0) + 1 as next
  from certifications
  where tenant_id = ? and split_part(number, '-', 1) = ?;

-- features/certification/certificates/certifications.queries.ts revokeCertification
update "certifications"
  set "revoked_at" = ?, "revoked_by" = ?, "revoked_reason" = ?
  where "tenant_id" = ? and "id" = ? and "revoked_at" is null;

-- features/certification/certificates/certifications.queries.ts supersede
update "certifications"
  set "superseded_at" = ?
  where "tenant_id" = ? and "id" in (?);

-- features/certification/certificates/reminders.queries.ts insertReminder
insert into "certification_reminders" ("tenant_id", "certification_id", "days")
  values (?, …)
  on conflict do nothing;

-- features/certification/certificates/reminders.queries.ts listDueReminders
with due as materialized ( select c.tenant_id, c.id, c.user_id, c.assessment_id, d.days, c.number, c.title, c.valid_until
  from certifications c
  join tenants t on t.id = c.tenant_id and t.status = 'active'
  cross join lateral (select (?::timestamptz at time zone t.time_zone)::date as day) today
  cross join lateral ( select min(n) as days
  from unnest(?::int[]) n
  where c.valid_until - n <= today.day and c.valid_from < c.valid_until - n) d
  where c.tenant_id = any(?::bigint[]) and c.revoked_at is null and c.superseded_at is null and c.valid_until >= today.day and d.days is not null and not exists (select
  from certification_reminders r
  where r.tenant_id = c.tenant_id and r.certification_id = c.id and r.days <= d.days)) select c.tenant_id, c.id, c.assessment_id, c.days, c.number, c.title, c.valid_until::text as valid_until, u.id as user_id, u.name, case when (u.is_active and u.removed_at is null) then u.email end as email
  from due c
  join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
  order by c.tenant_id, c.id;

-- features/certification/review/history.queries.ts listHistory
select "e"."step", "e"."reason", "e"."at", coalesce("u"."name", "e"."actor_name") as "by"
  from "assessment_events" as "e"
  left join "users" as "u" on "u"."tenant_id" = "e"."tenant_id" and "u"."id" = "e"."actor_id"
  where "e"."tenant_id" = ? and "e"."assessment_id" = ?
  order by "e"."id";

-- features/certification/review/history.queries.ts recordStep
insert into "assessment_events" ("tenant_id", "assessment_id", "step", "reason", "actor_id", "actor_name")
  values (?, ?, ?, ?, ?, case when exists (select
  from users
  where tenant_id = ? and id = ?) then '' else ? end);

-- features/certification/review/notified.queries.ts listReviewerEmails
select u.email
  from tenant_auditors t
  join users u on u.tenant_id = t.tenant_id and u.id = t.auditor_id
  where t.tenant_id = ? and t.organisation_id = ? and (u.is_active and u.removed_at is null) and 'auditor' = any(u.roles) and not ((u.email_norm = lower(?::text) or exists ( select
  from unnest(?::text[], ?::text[]) own (issuer, subject)
  join identities i on i.tenant_id = u.tenant_id and i.issuer = own.issuer and i.subject = own.subject
  where i.user_id = u.id)))
  order by u.id;

-- features/certification/review/notified.queries.ts markNotified
update reviews w
  set auditors_told_at = ?
  from assessments a
  join users u on u.tenant_id = a.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join content_sets c on c.tenant_id = a.tenant_id
  where w.tenant_id = ? and w.id = ? and w.auditors_told_at is null and w.status = 'submitted' and a.tenant_id = w.tenant_id and a.id = w.assessment_id and c.id = w.content_set_id
  returning w.round, a.year, c.title as content_set, a.id as assessment_id, u.name;

-- features/certification/review/review-flags.queries.ts listFlagged
select "statement_id"
  from "review_flags"
  where "tenant_id" = ? and "review_id" = ?;

-- features/certification/review/review-flags.queries.ts setFlag
delete from "review_flags"
  where "tenant_id" = ? and "review_id" = ? and "statement_id" = ?;
insert into "review_flags" ("tenant_id", "review_id", "statement_id")
  values (?, …)
  on conflict do nothing;

-- features/certification/review/review-responses.queries.ts copyReviewResponses
insert into review_responses (tenant_id, review_id, statement_id, statement_response_id, declared_response_id, remark, reviewed_at, reviewer_id, reviewer_name) select r.tenant_id, ?, s.id, reviewed.id, declared.id, r.remark, r.reviewed_at, r.reviewer_id, r.reviewer_name
  from review_responses r
  join statements o on o.tenant_id = r.tenant_id and o.id = r.statement_id
  join statements s on s.tenant_id = r.tenant_id and s.content_set_id = ? and s.key = o.key
  join assessments a on a.tenant_id = r.tenant_id and a.id = ? and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))
  join element_completions c on c.tenant_id = r.tenant_id and c.assessment_id = a.id and c.element_id = s.element_id
  join responses d on d.tenant_id = r.tenant_id and d.assessment_id = ? and d.statement_id = s.id and d.state = 1
  left join statement_responses os on os.tenant_id = r.tenant_id and os.id = r.statement_response_id
  left join statement_responses reviewed on reviewed.tenant_id = r.tenant_id and reviewed.statement_id = s.id and reviewed.key = os.key
  left join statement_responses od on od.tenant_id = r.tenant_id and od.id = r.declared_response_id
  left join statement_responses declared on declared.tenant_id = r.tenant_id and declared.statement_id = s.id and declared.key = od.key
  where r.tenant_id = ? and r.review_id = ? and s.key <> all(?::text[]) and d.statement_response_id is not distinct
  from declared.id and (r.declared_response_id is null) = (declared.id is null) and (r.statement_response_id is null) = (reviewed.id is null);

-- features/certification/review/review-responses.queries.ts findReviewResponse
select "statement_id", "statement_response_id", "remark", "version", "reviewed_at", "reviewer_name" as "reviewer"
  from "review_responses"
  where "tenant_id" = ? and "review_id" = ? and "statement_id" = ?;

-- features/certification/review/review-responses.queries.ts insertDeclaredResponses
insert into review_responses (tenant_id, review_id, statement_id, statement_response_id, declared_response_id, reviewer_id, reviewer_name) select ?, ?, statement, chosen, chosen, ?, ?
  from unnest(?::bigint[], ?::bigint[]) d (statement, chosen)
  returning statement_id, statement_response_id, remark, version, reviewed_at, reviewer_name as reviewer;

-- features/certification/review/review-responses.queries.ts listEarlierResponses
select "r"."review_id", "r"."statement_id", "r"."statement_response_id", "r"."declared_response_id", "r"."remark"
  from "review_responses" as "r"
  inner join "reviews" as "w" on "w"."tenant_id" = "r"."tenant_id" and "w"."id" = "r"."review_id"
  where "w"."tenant_id" = ? and "w"."assessment_id" = ? and "w"."status" in (?, …);

-- features/certification/review/review-responses.queries.ts listLastCertified
select s.key, a.year, v.label, r.remark, exists (select
  from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.revoked_at is not null) as is_revoked
  from (select a.tenant_id, a.id, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join content_sets own on own.tenant_id = a.tenant_id and own.id = ? and own.family_id = c.family_id
  where a.tenant_id = ? and a.user_id = ? and a.type = 'certification' and a.status = 'certified' and a.year < ?
  order by a.year desc, a.id desc
  limit 1) a
  join reviews w on w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.status = 'certified'
  join review_responses r on r.tenant_id = w.tenant_id and r.review_id = w.id
  join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
  left join statement_responses v on v.tenant_id = r.tenant_id and v.statement_id = r.statement_id and v.id = r.statement_response_id;
select s.key, a.year, v.label, r.remark, exists (select
  from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.revoked_at is not null) as is_revoked
  from (select a.tenant_id, a.id, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join content_sets own on own.tenant_id = a.tenant_id and own.id = ? and own.family_id = c.family_id
  where a.tenant_id = ? and (a.user_id is null) and a.type = 'certification' and a.status = 'certified' and a.year < ?
  order by a.year desc, a.id desc
  limit 1) a
  join reviews w on w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.status = 'certified'
  join review_responses r on r.tenant_id = w.tenant_id and r.review_id = w.id
  join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
  left join statement_responses v on v.tenant_id = r.tenant_id and v.statement_id = r.statement_id and v.id = r.statement_response_id;

-- features/certification/review/review-responses.queries.ts listReviewResponses
select "statement_id", "statement_response_id", "remark", "version", "reviewed_at", "reviewer_name" as "reviewer"
  from "review_responses"
  where "tenant_id" = ? and "review_id" = ?
  order by "statement_id";

-- features/certification/review/review-responses.queries.ts upsertReviewResponse
insert into "review_responses" ("tenant_id", "review_id", "statement_id", "statement_response_id", "remark", "declared_response_id", "reviewer_id", "reviewer_name")
  values (?, …)
  on conflict ("tenant_id", "review_id", "statement_id") do update
  set "statement_response_id" = ?, "remark" = ?, "declared_response_id" = ?, "reviewer_id" = ?, "reviewer_name" = ?, "version" = "review_responses"."version" + ?, "reviewed_at" = now()
  returning "statement_id", "statement_response_id", "remark", "version", "reviewed_at", "reviewer_name" as "reviewer";

-- features/certification/review/reviews.queries.ts findLaterRound
select "id", "round"
  from "reviews"
  where "tenant_id" = ? and "assessment_id" = ? and "round" > ?
  order by "round" desc
  limit ?;

-- features/certification/review/reviews.queries.ts findOpenReview
select "id", status as "status", "version", "reviewer_name" as "reviewer", "reason"
  from "reviews"
  where "tenant_id" = ? and "assessment_id" = ? and "status" in (?, …);

-- features/certification/review/reviews.queries.ts findReturned
select a.id as assessment_id, a.year, c.family_id as
  set, w.reviewer_name as reviewer, a.status = 'completed' as is_complete
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join reviews w on w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.status = 'returned'
  where a.tenant_id = ? and (a.user_id = ? or a.owner_id = ?) and a.type = 'certification' and not exists (select
  from reviews later
  where later.tenant_id = a.tenant_id and later.assessment_id = a.id and later.round > w.round)
  order by a.year desc, a.id desc
  limit 1;

-- features/certification/review/reviews.queries.ts getQueued
select w.id, w.round, w.status, w.submitted_at, w.started_at, w.ended_at, w.reviewer_name as reviewer, a.year, c.title as content_set, c.language, jsonb_build_object('id', t.id, 'name', t.name) as organisation, jsonb_build_object('id', u.id, 'name', u.name) as respondent, exists (select
  from users u
  where (u.tenant_id, u.id) in (select a.tenant_id, coalesce(a.user_id, a.owner_id)
  union all select m.tenant_id, m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id
  union all select a.tenant_id, a.approver_id
  where a.approver_id is not null
  union all select p.tenant_id, p.approver_id
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id) and (u.email_norm = lower(?::text) or exists ( select
  from unnest(?::text[], ?::text[]) own (issuer, subject)
  join identities i on i.tenant_id = u.tenant_id and i.issuer = own.issuer and i.subject = own.subject
  where i.user_id = u.id))) as is_own, count(*) over () as total, (select count(*)
  from review_responses r
  where r.tenant_id = w.tenant_id and r.review_id = w.id) as reviewed
  from reviews w
  join assessments a on a.tenant_id = w.tenant_id and a.id = w.assessment_id
  join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
  join users u on u.tenant_id = w.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join tenants t on t.id = w.tenant_id
  where w.tenant_id = ? and w.id = ?;

-- features/certification/review/reviews.queries.ts getReview
select "w"."id", "w"."assessment_id", "w"."round", w.status as "status", "w"."version", "w"."reason", "w"."ended_at", "w"."reviewer_name" as "reviewer", coalesce(a.user_id, a.owner_id) as "owner_id", (a.user_id is null) as "is_shared", "w"."content_set_id", "a"."year"
  from "reviews" as "w"
  inner join "assessments" as "a" on "a"."tenant_id" = "w"."tenant_id" and "a"."id" = "w"."assessment_id"
  where "w"."tenant_id" = ? and "w"."id" = ?;

-- features/certification/review/reviews.queries.ts listReviews
select w.id, w.round, w.status, w.submitted_at, w.started_at, w.ended_at, w.reviewer_name as reviewer, a.year, c.title as content_set, c.language, jsonb_build_object('id', t.id, 'name', t.name) as organisation, jsonb_build_object('id', u.id, 'name', u.name) as respondent, exists (select
  from users u
  where (u.tenant_id, u.id) in (select a.tenant_id, coalesce(a.user_id, a.owner_id)
  union all select m.tenant_id, m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id
  union all select a.tenant_id, a.approver_id
  where a.approver_id is not null
  union all select p.tenant_id, p.approver_id
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id) and (u.email_norm = lower(?::text) or exists ( select
  from unnest(?::text[], ?::text[]) own (issuer, subject)
  join identities i on i.tenant_id = u.tenant_id and i.issuer = own.issuer and i.subject = own.subject
  where i.user_id = u.id))) as is_own, count(*) over () as total, (select count(*)
  from review_responses r
  where r.tenant_id = w.tenant_id and r.review_id = w.id) as reviewed
  from reviews w
  join assessments a on a.tenant_id = w.tenant_id and a.id = w.assessment_id
  join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
  join users u on u.tenant_id = w.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join tenants t on t.id = w.tenant_id
  where "w"."tenant_id" = ? and (?::bigint is null or w.tenant_id = ?) and (w.status = any(?::text[])) = ?
  order by case when ? then w.submitted_at end, w.ended_at desc, w.id
  limit ? offset ?;
select w.id, w.round, w.status, w.submitted_at, w.started_at, w.ended_at, w.reviewer_name as reviewer, a.year, c.title as content_set, c.language, jsonb_build_object('id', t.id, 'name', t.name) as organisation, jsonb_build_object('id', u.id, 'name', u.name) as respondent, exists (select
  from users u
  where (u.tenant_id, u.id) in (select a.tenant_id, coalesce(a.user_id, a.owner_id)
  union all select m.tenant_id, m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id
  union all select a.tenant_id, a.approver_id
  where a.approver_id is not null
  union all select p.tenant_id, p.approver_id
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id) and (u.email_norm = lower(?::text) or exists ( select
  from unnest(?::text[], ?::text[]) own (issuer, subject)
  join identities i on i.tenant_id = u.tenant_id and i.issuer = own.issuer and i.subject = own.subject
  where i.user_id = u.id))) as is_own, count(*) over () as total, (select count(*)
  from review_responses r
  where r.tenant_id = w.tenant_id and r.review_id = w.id) as reviewed
  from reviews w
  join assessments a on a.tenant_id = w.tenant_id and a.id = w.assessment_id
  join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
  join users u on u.tenant_id = w.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join tenants t on t.id = w.tenant_id
  where "w"."tenant_id" = any(?::bigint[]) and (?::bigint is null or w.tenant_id = ?) and (w.status = any(?::text[])) = ?
  order by case when ? then w.submitted_at end, w.ended_at desc, w.id
  limit ? offset ?;

-- features/certification/review/reviews.queries.ts listRounds
select "id", "round", "content_set_id", status as "status", "submitted_at", "started_at", "ended_at", "reviewer_name" as "reviewer", "reason"
  from "reviews"
  where "tenant_id" = ? and "assessment_id" = ?
  order by "round" desc;

-- features/certification/review/reviews.queries.ts updateReview
update "reviews"
  set "version" = "version" + ?
  where "tenant_id" = ? and "id" = ?
  returning status as "status", "version", "reviewer_name" as "reviewer", "reason";
update "reviews"
  set "status" = ?, "started_at" = ?, "ended_at" = ?, "reviewer_id" = ?, "reviewer_name" = ?, "version" = "version" + ?
  where "tenant_id" = ? and "id" = ?
  returning status as "status", "version", "reviewer_name" as "reviewer", "reason";

-- features/certification/review/same-person.queries.ts findPerson
select "issuer", "subject"
  from "identities"
  where "tenant_id" = ? and "user_id" = ?;

-- features/certification/review/same-person.queries.ts hasTakenPart
select
  from assessments a
  where a.tenant_id = ? and a.id = ? and exists (select
  from users u
  where (u.tenant_id, u.id) in (select a.tenant_id, coalesce(a.user_id, a.owner_id)
  union all select m.tenant_id, m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id
  union all select a.tenant_id, a.approver_id
  where a.approver_id is not null
  union all select p.tenant_id, p.approver_id
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id) and (u.email_norm = lower(?::text) or exists ( select
  from unnest(?::text[], ?::text[]) own (issuer, subject)
  join identities i on i.tenant_id = u.tenant_id and i.issuer = own.issuer and i.subject = own.subject
  where i.user_id = u.id)));

-- features/certification/review/same-person.queries.ts listParticipants
select u.id, u.email
  from assessments a
  join users u on u.tenant_id = a.tenant_id and (u.tenant_id, u.id) in (select a.tenant_id, coalesce(a.user_id, a.owner_id)
  union all select m.tenant_id, m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id
  union all select a.tenant_id, a.approver_id
  where a.approver_id is not null
  union all select p.tenant_id, p.approver_id
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id)
  where a.tenant_id = ? and a.id = ?
  order by u.id;

-- features/certification/review/submitted.queries.ts findEarlierSubmission
select id, round, content_set_id, submitted
  from reviews
  where tenant_id = ? and assessment_id = ? and round < ? and started_at is not null and ended_at is not null
  order by round desc
  limit 1;

-- features/certification/review/submitted.queries.ts getSubmitted
select submitted
  from reviews
  where tenant_id = ? and id = ?;

-- features/certification/review/submitted.queries.ts insertReview
insert into reviews (tenant_id, assessment_id, content_set_id, round, submitted_at, submitted) select a.tenant_id, a.id, a.content_set_id, (select coalesce(max(w.round), 0) + 1
  from reviews w
  where w.tenant_id = a.tenant_id and w.assessment_id = a.id), ?, jsonb_build_object( 'answers', (select coalesce(jsonb_agg(jsonb_build_object('statement_id', r.statement_id, 'state', r.state, 'statement_response_id', r.statement_response_id, 'not_applicable_reason', r.not_applicable_reason)), '[]')
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state in (1, 2)), 'scope', jsonb_build_object('scope_levels', a.scope_levels, 'scope_profiles', a.scope_profiles), 'elements', (select coalesce(jsonb_agg(c.element_id), '[]')
  from element_completions c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id), 'notes', (select coalesce(jsonb_agg(jsonb_build_object('statement_id', n.statement_id, 'version', n.version)), '[]')
  from notes n
  where n.tenant_id = a.tenant_id and n.assessment_id = a.id), 'files', (select coalesce(jsonb_agg(jsonb_build_object('statement_id', f.statement_id, 'id', f.id)), '[]')
  from attachments f
  where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.removed_at is null and f.status <> 'uploading'))
  from assessments a
  where a.tenant_id = ? and a.id = ?
  returning id;
