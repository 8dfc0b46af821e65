-- support/active-users.queries.ts findActiveEmail
select "u"."email"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."id" = ? and (u.is_active and u.removed_at is null);

-- support/active-users.queries.ts listAdminEmails
select "u"."email"
  from "users" as "u"
  where "u"."tenant_id" = ? and 'admin' = any(u.roles) and (u.is_active and u.removed_at is null) and "u"."id" != ?
  order by "u"."id";

-- support/audit.queries.ts deleteClientsOf
delete from "audit_clients"
  where "tenant_id" = ? and "user_id" = ?;

-- support/audit.queries.ts findLastEvent
select "id"
  from "audit_events"
  where "tenant_id" = ? and "action" = ?
  order by "at" desc, "id" desc
  limit ?;

-- support/audit.queries.ts recordEvent
with event as ( insert into audit_events (tenant_id, action, actor_id, subject, details, request_id)
  values (?, …)
  returning tenant_id, id ), client as ( insert into audit_clients (tenant_id, event_id, user_id, address, browser) select tenant_id, id, ?, ?, ?
  from event
  where ? ) insert into audit_queue (tenant_id, event_id) select tenant_id, id
  from event
  where exists (select
  from audit_forwarding);

-- support/awaited.queries.ts giveAwaited
with waiting as materialized ( select e.assessment_id, e.element_id, ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and a.approver_id is distinct
  from u.id as is_theirs, a.owner_id = u.id or a.status <> all(?::text[]) or exists (select
  from element_completions c
  where c.tenant_id = e.tenant_id and c.assessment_id = e.assessment_id and c.element_id = e.element_id) as is_owners
  from element_assignments e
  join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id
  join users u on u.tenant_id = e.tenant_id and u.id = ?
  where e.tenant_id = ? and e.awaited_norm = ?
  order by e.assessment_id, e.element_id for update of e ), kept as ( delete from element_assignments e using waiting w
  where e.tenant_id = ? and e.awaited_norm = ? and e.assessment_id = w.assessment_id and e.element_id = w.element_id and w.is_owners ), given as ( update element_assignments e
  set user_id = case when w.is_theirs then ?::bigint end, awaited_email = null
  from waiting w
  where e.tenant_id = ? and e.awaited_norm = ? and e.assessment_id = w.assessment_id and e.element_id = w.element_id and not w.is_owners
  returning e.assessment_id, e.element_id, e.user_id, e.due_on ), joined as ( insert into assessment_members (tenant_id, assessment_id, user_id, role) select distinct ?::bigint, g.assessment_id, g.user_id, 'contributor'
  from given g
  where g.user_id is not null
  on conflict (tenant_id, assessment_id, user_id) do update
  set role = excluded.role, left_at = null ) select a.id as assessment_id, a.owner_id, o.name as owner, c.title, a.year, min(g.due_on)::text as due_on, json_agg(json_build_object('id', l.id, 'title', l.title)
  order by l.position) as elements, 'assigned' = any(u.muted_mails) as is_muted
  from given g
  join assessments a on a.tenant_id = ? and a.id = g.assessment_id
  join elements l on l.tenant_id = ? and l.id = g.element_id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = l.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  join users u on u.tenant_id = ? and u.id = g.user_id
  group by a.tenant_id, a.id, o.name, c.title, u.id, u.muted_mails
  order by a.id;

-- support/awaited.queries.ts lockAddress
select pg_advisory_xact_lock(hashtextextended(?, …));

-- support/backups.queries.ts endBackup
update "backups"
  set "finished_at" = now(), "bytes" = ?, "error" = ?
  where "id" = ?;

-- support/backups.queries.ts findLastBackup
select "started_at"
  from "backups"
  where "bytes" is not null
  order by "started_at" desc
  limit ?;

-- support/backups.queries.ts listBackups
select "id", "is_scheduled", "place", "started_at", "finished_at", "bytes", case when finished_at is null and not exists (select
  from pg_locks
  where locktype = 'advisory' and granted and database = (select oid
  from pg_database
  where datname = current_database()) and classid = 0 and objid = ? and mode = 'ExclusiveLock') then ? else error end as "error"
  from "backups"
  order by "started_at" desc
  limit ?;
select "id", "is_scheduled", "place", "started_at", "finished_at", "bytes", case when finished_at is null and not exists (select
  from pg_locks
  where locktype = 'advisory' and granted and database = (select oid
  from pg_database
  where datname = current_database()) and classid = 0 and objid = ? and mode = 'ExclusiveLock') then ? else error end as "error"
  from "backups"
  where "is_scheduled" = ?
  order by "started_at" desc
  limit ?;

-- support/backups.queries.ts startBackup
insert into "backups" ("is_scheduled", "place")
  values (?, …)
  returning "id";
update "backups"
  set "finished_at" = now(), "error" = ?
  where "finished_at" is null;

-- support/count-rows.queries.ts countRows
select count(*)
  from (select 1 as "one"
  from "tenants" as "t"
  where "t"."id" = ?
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "tenants" as "t"
  where "t"."id" <> ? and exists (select
  from tenant_auditors a
  where a.tenant_id = ? and a.organisation_id = t.id and a.auditor_id = any(?::bigint[]))
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "audit_events" as "e"
  where true and true
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "audit_events" as "e"
  where "e"."tenant_id" = ? and exists (select "u"."id"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."removed_at" is null and (u.name_norm like ? or u.email_norm like ?) and u.id = e.actor_id offset ?) and e.action = any(?::text[])
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."removed_at" is null
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "users" as "u"
  left join "assessments" as "a" on "a"."tenant_id" = "u"."tenant_id" and "a"."user_id" = "u"."id" and "a"."status" <> ? and (a.tenant_id, a.id) not in ( select own.tenant_id, own.id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[]) and (u.is_active and u.removed_at is null)) t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id) and true and true and true
  where "u"."tenant_id" = any(?::bigint[]) and (((a.id is not null and (a.tenant_id, a.id) in (select e.tenant_id, e.assessment_id
  from ( with today as materialized ( select t.id, (?::timestamptz at time zone t.time_zone)::date as day
  from tenants t
  where "t"."id" = any(?::bigint[])) select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until, case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
  from certifications c
  join today on today.id = c.tenant_id
  where "c"."tenant_id" = any(?::bigint[]) and c.revoked_at is null and c.superseded_at is null and c.valid_until between (?::timestamptz at time zone ?)::date - ?::int and (?::timestamptz at time zone ?)::date + ?::int and c.valid_until between today.day - ?::int and today.day + ?::int and not exists (select
  from users u
  where u.tenant_id = c.tenant_id and u.id = c.user_id and u.removed_at is not null)) e
  where e.kind = ?)) and (a.id is not null and (a.tenant_id, a.id) in (select r.tenant_id, r.assessment_id
  from ( select distinct on (r.tenant_id, r.user_id) r.tenant_id, r.assessment_id, r.current_score
  from reports r
  where "r"."tenant_id" = any(?::bigint[]) and r.kind = 'action' and r.type = 'self_assessment' and r.year = ? and true and (r.tenant_id, r.assessment_id) not in (select t.tenant_id, t.assessment_id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[]) and (u.is_active and u.removed_at is null)) t
  union all select own.tenant_id, own.id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[]) and (u.is_active and u.removed_at is null)) t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id)
  order by r.tenant_id, r.user_id, r.id desc) r
  where r.current_score is not null)))) and "u"."tenant_id" = ?
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "one_time_links" as "l"
  where "l"."tenant_id" = ? and "l"."kind" = ? and used_at is null and revoked_at is null
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  left join "users" as "u" on "u"."id" = "l"."invited_by" and u.tenant_id in (l.tenant_id, ?)
  where "l"."kind" = ? and "l"."tenant_id" = ? and (position(? in t.name_norm) > 0 or position(? in u.name_norm) > 0) and case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end = any(?::text[])
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "mails" as "m"
  inner join "tenants" as "t" on "t"."id" = "m"."tenant_id"
  where true and "m"."status" = ? and "m"."sent_at" is not null
  limit ?) found;
select count(*)
  from (select 1 as "one"
  from "mails" as "m"
  inner join "tenants" as "t" on "t"."id" = "m"."tenant_id"
  where "m"."tenant_id" = any(?::bigint[]) and "m"."status" = ? and "m"."sent_at" is not null and (search_norm(m.recipient) like ? or search_norm(m.subject) like ?)
  limit ?) found;

-- support/due-dates.queries.ts findDueDate
select d.due_on::text as due_on
  from content_sets c
  join due_dates d on d.tenant_id = c.tenant_id and d.family_id = c.family_id
  where c.tenant_id = ? and c.id = ? and d.year = ? and d.type = ?;

-- support/generated-files.queries.ts deleteOldFiles
delete from generated_files
  where "tenant_id" = any(?::bigint[]) and (kind = ? and created_at <= ? or kind = ? and created_at <= ? or kind = ? and created_at <= ? or kind = ? and created_at <= ?);

-- support/generated-files.queries.ts findDataFile
select id, kind, name, status, created_at, expected_ms, file_id, pieces, bytes, missing_files
  from generated_files
  where tenant_id = ? and user_id = ? and kind = ? and created_at > ?
  order by id desc
  limit 1;

-- support/generated-files.queries.ts findSameFile
select id, kind, name, status, created_at, expected_ms
  from generated_files
  where tenant_id = ? and kind = ? and name = ? and status <> 'failed' and created_at > ? and content_set_id is not distinct
  from ? and format is not distinct
  from ? and print_hash is not distinct
  from ? and (user_id = ? or user_id is null)
  order by id desc
  limit 1;

-- support/generated-files.queries.ts findWaitingFile
select id, kind, created_by, content_set_id, format, print
  from generated_files
  where tenant_id = ? and id = ? and status = 'making';

-- support/generated-files.queries.ts getFile
select id, kind, name, status, created_at, expected_ms
  from generated_files
  where "tenant_id" = ? and id = ? and kind = ? and created_at > ? and user_id = ?;
select id, kind, name, status, created_at, expected_ms
  from generated_files
  where "tenant_id" = any(?::bigint[]) and id = ? and kind = ? and created_at > ? and user_id is null;

-- support/generated-files.queries.ts getReadyFile
select id, kind, name, status, created_at, expected_ms, file
  from generated_files
  where "tenant_id" = ? and id = ? and kind = ? and created_at > ? and user_id = ?;
select id, kind, name, status, created_at, expected_ms, file
  from generated_files
  where "tenant_id" = any(?::bigint[]) and id = ? and kind = ? and created_at > ? and user_id is null;

-- support/generated-files.queries.ts insertFile
insert into "generated_files" ("tenant_id", "kind", "name", "status", "created_by", "created_at", "expected_ms")
  values (?, …)
  returning "id";
insert into "generated_files" ("tenant_id", "kind", "name", "status", "created_by", "created_at", "expected_ms", "content_set_id", "format", "file")
  values (?, …)
  returning "id";
delete from generated_files
  where (tenant_id, id) in ( select tenant_id, id
  from generated_files
  where tenant_id = ? and created_by = ? and kind = ?
  order by id desc offset ?);

-- support/generated-files.queries.ts settleFile
update "generated_files"
  set "status" = ?, "print" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ?;
update "generated_files"
  set "status" = ?, "print" = ?, "file_id" = ?, "missing_files" = ?, "pieces" = ?, "bytes" = ?
  where "tenant_id" = ? and "id" = ? and "status" = ? and "file_id" = ?;

-- support/generated-files.queries.ts startFolder
with folder as (insert into stored_files (tenant_id) select ?::bigint
  where exists (select
  from generated_files
  where tenant_id = ? and id = ? and status = 'making')
  returning id) update generated_files f
  set file_id = folder.id
  from folder
  where f.tenant_id = ? and f.id = ?
  returning f.file_id;

-- support/leaving.queries.ts findOwned
select o.name, c.title, a.year, count(*) over ()::int - 1 as others
  from assessments a
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and a.owner_id = ?
  order by a.year desc, a.id desc
  limit 1;

-- support/leaving.queries.ts leaveApprovals
update approvals
  set state = 'cleared', ended_at = now()
  where tenant_id = ? and approver_id = ? and state = 'asked';
update assessments
  set approver_id = null
  where tenant_id = ? and approver_id = ? and status not in ('in_review', 'certified');

-- support/leaving.queries.ts leaveShared
update element_assignments
  set user_id = null
  where tenant_id = ? and user_id = ?;
update assessment_members
  set left_at = now()
  where tenant_id = ? and user_id = ? and left_at is null;

-- support/links.queries.ts deleteLink
delete from "one_time_links"
  where "tenant_id" = ? and "id" = ?;

-- support/links.queries.ts findLink
select "id", "email", "user_id", "roles", case when revoked_at is not null then 'REVOKED' when used_at is not null then 'USED' when expires_at <= now() then 'EXPIRED' end as "fault"
  from "one_time_links"
  where "tenant_id" = ? and ("signature_hash" = ? and "kind" = ?);
select "id", "email", "user_id", "roles", case when revoked_at is not null then 'REVOKED' when used_at is not null then 'USED' when expires_at <= now() then 'EXPIRED' end as "fault"
  from "one_time_links"
  where "tenant_id" = ? and ("signature_hash" = ? and "kind" = ? and "email_norm" = ?);

-- support/links.queries.ts insert
insert into "one_time_links" ("tenant_id", "kind", "email", "user_id", "roles", "invited_by", "signature_hash", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, now() + make_interval(hours => ?))
  returning "id";

-- support/links.queries.ts lockLinksTo
select "id"
  from "one_time_links"
  where "tenant_id" = ? and "email_norm" = ? and "kind" in (?)
  order by "id" for update;
select "id"
  from "one_time_links"
  where "tenant_id" = ? and "email_norm" = ? and "kind" in (?, …)
  order by "id" for update;

-- support/links.queries.ts lockRequestedLink
select "id", "kind", "email"
  from "one_time_links"
  where "tenant_id" = ? and "id" = ? and "signature_hash" is null for update;

-- support/links.queries.ts revokeLinksOf
update "one_time_links"
  set "revoked_at" = now()
  where "tenant_id" = ? and "user_id" = ? and "kind" in (?) and used_at is null and revoked_at is null;
update "one_time_links"
  set "revoked_at" = now()
  where "tenant_id" = ? and "user_id" = ? and "kind" in (?, …) and used_at is null and revoked_at is null;

-- support/links.queries.ts signLink
update "one_time_links"
  set "signature_hash" = ?, "expires_at" = now() + make_interval(hours => ?)
  where "tenant_id" = ? and "id" = ?;
update "one_time_links"
  set "signature_hash" = ?, "expires_at" = now() + make_interval(hours => ?), "user_id" = ?
  where "tenant_id" = ? and "id" = ?;

-- support/links.queries.ts spendLink
update "one_time_links"
  set "used_at" = now()
  where "tenant_id" = ? and ("signature_hash" = ? and "kind" = ?) and used_at is null and revoked_at is null and "expires_at" > now()
  returning "id", "email", "user_id", "roles";
update "one_time_links"
  set "used_at" = now()
  where "tenant_id" = ? and ("signature_hash" = ? and "kind" = ? and "email_norm" = ?) and used_at is null and revoked_at is null and "expires_at" > now()
  returning "id", "email", "user_id", "roles";

-- support/links.queries.ts spendLinksTo
update "one_time_links"
  set "used_at" = now()
  where "tenant_id" = ? and "email_norm" = ? and "kind" in (?, …) and used_at is null and revoked_at is null;

-- support/mails.queries.ts findMail
select "message_id", "recipient", "subject", "text", "html", "status"
  from "mails"
  where "tenant_id" = ? and "id" = ?;

-- support/mails.queries.ts hasMailServer
select exists (select
  from nodes
  where settings ? 'SMTP_URL' and seen_at > now() - interval '1 minute') as has;

-- support/mails.queries.ts insertMail
insert into "mails" ("tenant_id", "message_id", "recipient", "subject", "text", "html")
  values (?, …)
  returning "id";

-- support/mails.queries.ts listNewestMails
select "id", "recipient", "subject", "text", "html", "status", "last_error", "created_at"
  from "mails"
  where "tenant_id" = ?
  order by "id" desc
  limit ?;

-- support/mails.queries.ts markMailRefused
update "mails"
  set "status" = ?, "attempts" = attempts + 1, "last_error" = ?
  where "tenant_id" = ? and "id" = ? and "status" != ?;

-- support/mails.queries.ts markMailSent
update "mails"
  set "status" = ?, "sent_at" = now(), "attempts" = attempts + 1, "last_error" = ?
  where "tenant_id" = ? and "id" = ?;
update "mails"
  set "status" = ?, "sent_at" = now(), "attempts" = attempts + 1, "last_error" = ?, "text" = ?, "html" = ?, "response" = ?
  where "tenant_id" = ? and "id" = ?;

-- support/notices.queries.ts forgetNotices
delete from notifications
  where tenant_id = ? and kind = ? and assessment_id = ? and element_id = any(?::bigint[]);

-- support/notices.queries.ts listMembers
select array(select m.user_id
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null and m.user_id <> a.owner_id) as members
  from assessments a
  where a.tenant_id = ? and a.id = ? and a.owner_id is not null;

-- support/notices.queries.ts tell
insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by, created_at, assessment_id, element_id, statement_id, action_id, told_on) select ?, u.id, ?, c.family_id, a.year, a.type, coalesce(?::bigint, u.id), ?, a.id, e.id, ?::bigint, p.id, ?::date
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  cross join unnest(?::bigint[]) u(id)
  cross join unnest(?::bigint[]) e(id)
  cross join unnest(?::bigint[]) p(id)
  where a.tenant_id = ? and a.id = ? and u.id is distinct
  from ?::bigint;
insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by, created_at, assessment_id, element_id, statement_id, action_id, told_on) select ?, u.id, ?, c.family_id, a.year, a.type, coalesce(?::bigint, u.id), ?, a.id, e.id, ?::bigint, p.id, ?::date
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  cross join unnest(?::bigint[]) u(id)
  cross join (values (null::bigint)) e(id)
  cross join unnest(?::bigint[]) p(id)
  where a.tenant_id = ? and a.id = ? and u.id is distinct
  from ?::bigint;

-- support/notices.queries.ts wasTold
select
  from notifications
  where tenant_id = ? and user_id = ? and assessment_id = ? and kind = ?
  limit 1;

-- support/shared-work.queries.ts insertScanning
insert into "virus_scanning" default
  values
  on conflict do nothing;

-- support/shared-work.queries.ts isScanning
select exists (select
  from virus_scanning) as is;

-- support/shared-work.queries.ts listStarted
select exists (select
  from audit_forwarding) as forwarding, exists (select
  from pgboss.schedule
  where name = 'backup') as backup, exists (select
  from virus_scanning) as scanner;

-- support/tenants.queries.ts findActiveTenant
select "id", "name", "domain", kind as "kind", sign_in_mode as "signInMode", "brand_colour" as "brandColour", logo is not null as "hasLogo", substring(logo
  from 17 for 8) as "logoHead", "time_zone" as "timeZone"
  from "tenants"
  where "id" = ? and "status" = ?;

-- support/tenants.queries.ts findTenantOf
select "tenant_id"
  from "content_sets"
  where true and "id" = ?;
select "tenant_id"
  from "content_sets"
  where "tenant_id" = any(?::bigint[]) and "id" = ?;
select "tenant_id"
  from "reviews"
  where "tenant_id" = ? and "id" = ?;
select "tenant_id"
  from "reviews"
  where "tenant_id" <> ? and "id" = ?;
select "tenant_id"
  from "certifications"
  where "tenant_id" = ? and "id" = ?;
select "tenant_id"
  from "certifications"
  where "tenant_id" <> ? and "id" = ?;

-- support/tenants.queries.ts getHostTenant
select "id", "name", "domain", kind as "kind", sign_in_mode as "signInMode", "brand_colour" as "brandColour", logo is not null as "hasLogo", substring(logo
  from 17 for 8) as "logoHead", "time_zone" as "timeZone"
  from "tenants"
  where "id" = ?;

-- support/tenants.queries.ts getLogo
select "logo"
  from "tenants"
  where "id" = ?;

-- support/tenants.queries.ts getPlatformId
select "id"
  from "tenants"
  where "kind" = ?;

-- support/tenants.queries.ts getTimeZone
select "time_zone"
  from "tenants"
  where "id" = ?;

-- support/tenants.queries.ts listOrganisationIds
select "t"."id"
  from "tenants" as "t"
  where true
  order by "t"."name";
select "t"."id"
  from "tenants" as "t"
  where t.id in (select a.organisation_id
  from tenant_auditors a
  where a.tenant_id = ? and a.auditor_id = ?)
  order by "t"."name";

-- support/tenants.queries.ts lockTenant
select "name", "domain", "kind", "brand_colour", "time_zone", "retention_years", "is_mfa_required", "attachment_quota", "status", "removal_at", "moving_at", "version", sign_in_mode as "sign_in_mode"
  from "tenants"
  where "id" = ? for no key update;

-- support/tenants.queries.ts lockTenants
select "id"
  from "tenants"
  where "id" = any(?::bigint[])
  order by "id" for update;

-- support/tenants.queries.ts nextId
select nextval('ids') as id;

-- support/tenants.queries.ts raiseVersion
update "tenants"
  set "version" = version + 1
  where "id" = any(?::bigint[]);

-- support/terms.queries.ts findOrganisationTerms
select "version", "text", "published_at"
  from "terms_additions"
  where "tenant_id" = ?
  order by "version" desc
  limit ?;

-- support/terms.queries.ts getCurrentTerms
select "t"."id", "t"."version", "t"."text", "t"."what_changed", "t"."published_at", "t"."effective_at", "a"."accepted_at"
  from "terms" as "t"
  left join "terms_acceptances" as "a" on "a"."terms_id" = "t"."id" and "a"."tenant_id" = ? and "a"."user_id" = ?
  where "t"."effective_at" <= now()
  order by "t"."version" desc
  limit ?;

-- support/terms.queries.ts getLatestTerms
select "t"."id", "t"."version", "t"."text", "t"."what_changed", "t"."published_at", "t"."effective_at"
  from "terms" as "t"
  where "t"."effective_at" <= now()
  order by "t"."version" desc
  limit ?;

-- support/terms.queries.ts insertAcceptance
insert into "terms_acceptances" ("tenant_id", "user_id", "terms_id", "address", "addition_version")
  values (?, …)
  on conflict do nothing;

-- support/unfinished-jobs.queries.ts discardJob
delete from pgboss.job
  where name = ? and id::text = ? and state in ('created', 'retry', 'failed')
  returning id;

-- support/unfinished-jobs.queries.ts findJobTenant
select t.id as "tenantId"
  from pgboss.job j
  join tenants t on t.id = (j.data->>'tenantId')::bigint
  where j.name = ? and j.id::text = ?;

-- support/unfinished-jobs.queries.ts hurryMail
update pgboss.job
  set start_after = now()
  where name = 'mail' and (data->>'id')::bigint = ? and state in ('created', 'retry', 'active')
  returning id;

-- support/unfinished-jobs.queries.ts listUnfinishedJobs
select j.id, j.name as kind, json_build_object('id', t.id, 'name', t.name) as tenant, case j.state when 'failed' then 'failed' when 'active' then 'running' else 'waiting' end as state, j.retry_count as attempts, j.output->>'message' as reason, j.created_on as created_at
  from pgboss.job j
  join tenants t on t.id = (j.data->>'tenantId')::bigint
  where j.name <> 'mail' and j.state not in ('completed', 'cancelled')
  order by j.created_on desc
  limit ?;

-- support/unfinished-jobs.queries.ts retryJob
update pgboss.job
  set state = 'retry', start_after = now(), completed_on = null, retry_limit = greatest(retry_limit, retry_count + 1), keep_until = greatest(keep_until, now() + interval '1 day')
  where name = ? and id::text = ? and state in ('created', 'retry', 'failed')
  returning id;
