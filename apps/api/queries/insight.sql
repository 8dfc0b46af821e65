-- features/insight/audit/audit-list.queries.ts isByActor
select "u"."id"
  from "users" as "u"
  where true and "u"."removed_at" is null and (u.name_norm like ? or u.email_norm like ?)
  limit ?;
select "u"."id"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."removed_at" is null and (u.name_norm like ? or u.email_norm like ?)
  limit ?;

-- features/insight/audit/audit-list.queries.ts read
with page as materialized (select "e"."tenant_id", "e"."id"
  from "audit_events" as "e"
  where true and true
  order by "e"."at" desc, "e"."id" desc
  limit ? offset ?), entries as materialized ( select e.*, substring(e.subject
  from ?::text)::bigint as user_id, substring(e.subject
  from ?::text)::bigint as link_id, substring(e.subject
  from ?::text)::bigint as assessment_id
  from page
  join audit_events e on e.tenant_id = page.tenant_id and e.id = page.id ) select e.id, e.at, e.action, e.subject, e.details, e.request_id, case when e.actor_id is null or u.id is not null then host(c.address) end as address, case when e.actor_id is null or u.id is not null then c.browser end as browser, case when e.actor_id is not null then jsonb_build_object('id', e.actor_id, 'name', u.name) end as actor, jsonb_build_object('id', t.id, 'name', t.name) as tenant, case when s.id is not null and s.removed_at is null then jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) when l.email is not null then jsonb_build_object('id', null, 'name', null, 'email', l.email) when e.action = 'user.registered' and u.email is not null then jsonb_build_object('id', null, 'name', null, 'email', u.email) end as about
  from entries e
  join tenants t on t.id = e.tenant_id
  left join users u on u.id = e.actor_id and u.tenant_id in (e.tenant_id, (select id
  from tenants
  where kind = 'platform'))
  left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
  left join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id
  left join users s on s.tenant_id = e.tenant_id and s.id = case when e.user_id is not null then e.user_id when a.user_id is not null then a.user_id else a.owner_id end
  left join one_time_links l on l.tenant_id = e.tenant_id and l.id = e.link_id
  order by e.at desc, e.id desc;
with page as materialized (select "e"."tenant_id", "e"."id"
  from "audit_events" as "e"
  where "e"."tenant_id" = ? and exists (select "u"."id"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."removed_at" is null and (u.name_norm like ? or u.email_norm like ?) and u.id = e.actor_id offset ?) and e.action = any(?::text[])
  order by "e"."at" desc, "e"."id" desc
  limit ? offset ?), entries as materialized ( select e.*, substring(e.subject
  from ?::text)::bigint as user_id, substring(e.subject
  from ?::text)::bigint as link_id, substring(e.subject
  from ?::text)::bigint as assessment_id
  from page
  join audit_events e on e.tenant_id = page.tenant_id and e.id = page.id ) select e.id, e.at, e.action, e.subject, e.details, e.request_id, case when e.actor_id is null or u.id is not null then host(c.address) end as address, case when e.actor_id is null or u.id is not null then c.browser end as browser, case when e.actor_id is not null then jsonb_build_object('id', e.actor_id, 'name', u.name) end as actor, jsonb_build_object('id', t.id, 'name', t.name) as tenant, case when s.id is not null and s.removed_at is null then jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) when l.email is not null then jsonb_build_object('id', null, 'name', null, 'email', l.email) when e.action = 'user.registered' and u.email is not null then jsonb_build_object('id', null, 'name', null, 'email', u.email) end as about
  from entries e
  join tenants t on t.id = e.tenant_id
  left join users u on u.id = e.actor_id and u.tenant_id in (e.tenant_id, (select id
  from tenants
  where kind = 'platform'))
  left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
  left join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id
  left join users s on s.tenant_id = e.tenant_id and s.id = case when e.user_id is not null then e.user_id when a.user_id is not null then a.user_id else a.owner_id end
  left join one_time_links l on l.tenant_id = e.tenant_id and l.id = e.link_id
  order by e.at desc, e.id desc;

-- features/insight/audit/forwarding/forwarding.queries.ts endForwarding
delete from "audit_forwarding";
delete from "audit_queue"
  where "tenant_id" = any(?::bigint[]);

-- features/insight/audit/forwarding/forwarding.queries.ts getForwarding
select f.forwarded_at, f.error, f.failing_since, (select count(*)
  from audit_queue
  where "tenant_id" = any(?::bigint[])) as waiting
  from audit_forwarding f;

-- features/insight/audit/forwarding/forwarding.queries.ts listQueued
with queued as materialized ( select tenant_id, event_id
  from audit_queue
  where "tenant_id" = any(?::bigint[])
  order by event_id
  limit ? ) select e.id, e.at, t.domain as organisation, e.action, case when e.actor_id is not null then jsonb_build_object('id', e.actor_id, 'email', u.email) end as actor, e.subject, e.details, host(c.address) as address, c.browser, e.request_id
  from queued q
  join audit_events e on e.tenant_id = q.tenant_id and e.id = q.event_id
  join tenants t on t.id = e.tenant_id
  left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
  left join users u on u.id = e.actor_id and u.removed_at is null and u.tenant_id in (e.tenant_id, (select id
  from tenants
  where kind = 'platform'))
  order by e.id;

-- features/insight/audit/forwarding/forwarding.queries.ts lockForwarding
select "error"
  from "audit_forwarding" for update skip locked;

-- features/insight/audit/forwarding/forwarding.queries.ts markFailed
update "audit_forwarding"
  set "error" = ?, "failing_since" = coalesce(failing_since, now());

-- features/insight/audit/forwarding/forwarding.queries.ts markForwarded
update "audit_forwarding"
  set "forwarded_at" = now(), "error" = ?, "failing_since" = ?;
delete from "audit_queue"
  where "tenant_id" = any(?::bigint[]) and event_id = any(?::bigint[]);

-- features/insight/audit/forwarding/forwarding.queries.ts startForwarding
insert into "audit_forwarding" default
  values
  on conflict do nothing;

-- features/insight/dashboard/figures.queries.ts countInvitations
select count(*) as invitations, count(*) filter (where expires_at > now() and expires_at < now() + ?::interval) as invitations_expiring, count(*) filter (where expires_at <= now()) as invitations_expired
  from one_time_links
  where true and kind = 'invite' and used_at is null and revoked_at is null;
select count(*) as invitations, count(*) filter (where expires_at > now() and expires_at < now() + ?::interval) as invitations_expiring, count(*) filter (where expires_at <= now()) as invitations_expired
  from one_time_links
  where "tenant_id" = any(?::bigint[]) and kind = 'invite' and used_at is null and revoked_at is null;

-- features/insight/dashboard/figures.queries.ts countOrganisations
select count(*) as organisations, count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
  from tenants
  where "id" = ? and kind <> 'platform';
select count(*) as organisations, count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
  from tenants
  where "id" = any(?::bigint[]) and kind <> 'platform';

-- features/insight/dashboard/figures.queries.ts listAttention
(select 'invitations' as kind, t.id, t.name, null as language, count(*) as count
  from one_time_links l
  join tenants t on t.id = l.tenant_id
  where "l"."tenant_id" = ? and l.kind = 'invite' and l.used_at is null and l.revoked_at is null and l.expires_at > now() and l.expires_at < now() + ?::interval
  group by t.id
  order by 5 desc, 3
  limit ?)
  union all (select 'content-set-draft', c.id, c.title, coalesce(c.language, nullif(c.draft->>'language', '')), 1
  from content_sets c
  where "c"."tenant_id" = ? and c.status = 'draft'
  order by 3, 2
  limit ?)
  order by 5 desc, 3;
(select 'invitations' as kind, t.id, t.name, null as language, count(*) as count
  from one_time_links l
  join tenants t on t.id = l.tenant_id
  where "l"."tenant_id" = any(?::bigint[]) and l.kind = 'invite' and l.used_at is null and l.revoked_at is null and l.expires_at > now() and l.expires_at < now() + ?::interval
  group by t.id
  order by 5 desc, 3
  limit ?)
  union all (select 'content-set-draft', c.id, c.title, coalesce(c.language, nullif(c.draft->>'language', '')), 1
  from content_sets c
  where "c"."tenant_id" = any(?::bigint[]) and c.status = 'draft'
  order by 3, 2
  limit ?)
  order by 5 desc, 3;

-- features/insight/dashboard/figures.queries.ts listExpiring
with ending as materialized ( with today as materialized ( select t.id, (?::timestamptz at time zone t.time_zone)::date as day
  from tenants t
  where "t"."id" = ?) select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until, case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
  from certifications c
  join today on today.id = c.tenant_id
  where "c"."tenant_id" = ? and c.revoked_at is null and c.superseded_at is null and c.valid_until between (?::timestamptz at time zone ?)::date - ?::int and (?::timestamptz at time zone ?)::date + ?::int and c.valid_until between today.day - ?::int and today.day + ?::int and not exists (select
  from users u
  where u.tenant_id = c.tenant_id and u.id = c.user_id and u.removed_at is not null)), counted as ( select kind, tenant_id, count(*)::int as count, row_number() over (partition by kind
  order by min(valid_until), tenant_id) as place
  from ending
  group by kind, tenant_id) select c.kind, t.id, t.name, c.count, jsonb_build_object('id', f.id, 'number', f.number, 'valid_until', f.valid_until, 'person_id', f.user_id) as first
  from counted c
  join tenants t on t.id = c.tenant_id
  cross join lateral ( select e.id, e.number, e.valid_until, e.user_id
  from ending e
  where e.kind = c.kind and e.tenant_id = c.tenant_id
  order by e.valid_until, e.id
  limit 1) f
  where c.place <= ?
  order by f.valid_until, t.name;
with ending as materialized ( with today as materialized ( select t.id, (?::timestamptz at time zone t.time_zone)::date as day
  from tenants t
  where "t"."id" = any(?::bigint[])) select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until, case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
  from certifications c
  join today on today.id = c.tenant_id
  where "c"."tenant_id" = any(?::bigint[]) and c.revoked_at is null and c.superseded_at is null and c.valid_until between (?::timestamptz at time zone ?)::date - ?::int and (?::timestamptz at time zone ?)::date + ?::int and c.valid_until between today.day - ?::int and today.day + ?::int and not exists (select
  from users u
  where u.tenant_id = c.tenant_id and u.id = c.user_id and u.removed_at is not null)), counted as ( select kind, tenant_id, count(*)::int as count, row_number() over (partition by kind
  order by min(valid_until), tenant_id) as place
  from ending
  group by kind, tenant_id) select c.kind, t.id, t.name, c.count, jsonb_build_object('id', f.id, 'number', f.number, 'valid_until', f.valid_until, 'person_id', f.user_id) as first
  from counted c
  join tenants t on t.id = c.tenant_id
  cross join lateral ( select e.id, e.number, e.valid_until, e.user_id
  from ending e
  where e.kind = c.kind and e.tenant_id = c.tenant_id
  order by e.valid_until, e.id
  limit 1) f
  where c.place <= ?
  order by f.valid_until, t.name;

-- features/insight/dashboard/figures.queries.ts listFailedMails
select 'failed-mails' as kind, t.id, t.name, null as language, count(*) as count
  from audit_events e
  join tenants t on t.id = e.tenant_id
  where true and e.action = 'mail.failed' and e.at > now() - interval '7 days'
  group by t.id
  order by 5 desc, 3
  limit ?;

-- features/insight/dashboard/figures.queries.ts listPlatformInvitations
select 'platform-invitation' as kind, null as id, l.email as name, null as language, 1 as count
  from one_time_links l
  where l.tenant_id = ? and l.kind = 'invite' and l.used_at is null and l.revoked_at is null and l.expires_at > now() and l.expires_at < now() + ?::interval
  order by l.expires_at, l.id
  limit ?;

-- features/insight/dashboard/levels.queries.ts count
select null::bigint as tenant_id, newest.year, least(floor(newest.current_score * ?::int + 1e-9)::int, ?::int) as level, count(*)::int as people
  from (( select distinct on (r.tenant_id, r.user_id, r.year) r.tenant_id, r.year, r.current_score
  from reports r
  where "r"."tenant_id" = ? and r.kind = 'action' and r.type = 'self_assessment' and r.content_set_id = any(?::bigint[]) and (r.tenant_id, r.assessment_id) not in (select t.tenant_id, t.assessment_id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)) t
  union all select own.tenant_id, own.id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)) t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id)
  order by r.tenant_id, r.user_id, r.year desc, r.id desc)
  union all select r.tenant_id, r.year, r.score
  from ( select s.tenant_id, s.id as assessment_id, n.year, n.content_set_id, n.current_score as score
  from assessments s
  cross join lateral ( select r.year, r.content_set_id, r.current_score
  from reports r
  where r.tenant_id = s.tenant_id and r.assessment_id = s.id and r.kind = 'action' and r.type = 'self_assessment'
  order by r.version desc
  limit 1) n
  where s.owner_id is not null and "s"."tenant_id" = ?) r
  join ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)) t on t.tenant_id = r.tenant_id and t.assessment_id = r.assessment_id
  where "r"."tenant_id" = ? and r.content_set_id = any(?::bigint[])) newest
  where newest.current_score is not null
  group by 1, 2, 3;
select newest.tenant_id as tenant_id, newest.year, least(floor(newest.current_score * ?::int + 1e-9)::int, ?::int) as level, count(*)::int as people
  from (( select distinct on (r.tenant_id, r.user_id, r.year) r.tenant_id, r.year, r.current_score
  from reports r
  where "r"."tenant_id" = any(?::bigint[]) and r.kind = 'action' and r.type = 'self_assessment' and r.content_set_id = any(?::bigint[]) and (r.tenant_id, r.assessment_id) not in (select t.tenant_id, t.assessment_id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" <> ? and (u.is_active and u.removed_at is null)) t
  union all select own.tenant_id, own.id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" <> ? and (u.is_active and u.removed_at is null)) t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id)
  order by r.tenant_id, r.user_id, r.year desc, r.id desc)
  union all select r.tenant_id, r.year, r.score
  from ( select s.tenant_id, s.id as assessment_id, n.year, n.content_set_id, n.current_score as score
  from assessments s
  cross join lateral ( select r.year, r.content_set_id, r.current_score
  from reports r
  where r.tenant_id = s.tenant_id and r.assessment_id = s.id and r.kind = 'action' and r.type = 'self_assessment'
  order by r.version desc
  limit 1) n
  where s.owner_id is not null and "s"."tenant_id" <> ?) r
  join ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" <> ? and (u.is_active and u.removed_at is null)) t on t.tenant_id = r.tenant_id and t.assessment_id = r.assessment_id
  where "r"."tenant_id" = any(?::bigint[]) and r.content_set_id = any(?::bigint[])) newest
  where newest.current_score is not null
  group by 1, 2, 3;

-- features/insight/dashboard/levels.queries.ts listAnsweredSets
select c.id
  from content_sets c
  where "c"."tenant_id" = ? and c.title = ? and (select true
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ? and a.type = 'self_assessment'
  limit 1);
select c.id
  from content_sets c
  where "c"."tenant_id" = any(?::bigint[]) and c.title = ? and (select true
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ? and a.type = 'self_assessment'
  limit 1);

-- features/insight/dashboard/levels.queries.ts listElements
select e.key, max(e.title) as title, max(coalesce(array_to_string(e.path, ?), e.group_name)) as group, row_number() over (order by min(e.position), e.key)::int as number
  from elements e
  where "e"."tenant_id" = ? and e.content_set_id = any(?::bigint[])
  group by e.key
  order by number;
select e.key, max(e.title) as title, max(coalesce(array_to_string(e.path, ?), e.group_name)) as group, row_number() over (order by min(e.position), e.key)::int as number
  from elements e
  where "e"."tenant_id" <> ? and e.content_set_id = any(?::bigint[])
  group by e.key
  order by number;

-- features/insight/dashboard/levels.queries.ts listOwners
with teams as materialized ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)), replaced as materialized ( select own.tenant_id, own.id
  from teams t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id), answered as materialized (select c.tenant_id as owner, c.tenant_id, c.id as content_set_id
  from ( select c.tenant_id, c.id
  from content_sets c
  where "c"."tenant_id" = ? and c.title = ? and (select true
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ? and a.type = 'self_assessment'
  limit 1)) c), owners as materialized ( select o.id, o.name, false as is_removed
  from tenants o
  where o.id = any(array(select owner
  from answered)) and "o"."id" = ?), counted as (select count(*) as n
  from owners), shown as materialized ( select owners.*
  from owners
  order by owners.name, owners.id
  limit ? offset (select least(?::bigint, greatest(0, n - 1) / ?) * ?
  from counted)) select shown.id, shown.name, shown.is_removed, false as is_shared, (select n
  from counted) as all, (select sum(g.n * (select count(*)
  from statements s
  where s.tenant_id = answered.tenant_id and s.content_set_id = answered.content_set_id and ((s.level_key is null or g.scope_levels is null or s.level_key = any(g.scope_levels)) and (s.profile_keys is null or g.scope_profiles is null or s.profile_keys && g.scope_profiles))))
  from answered
  cross join lateral (select scope_levels, scope_profiles, count(*) as n
  from (select a.scope_levels, a.scope_profiles
  from assessments a
  where a.tenant_id = answered.tenant_id and a.content_set_id = answered.content_set_id and a.year = ? and a.type = 'self_assessment' and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b) and true) every_one
  group by 1, 2) g
  where answered.owner = shown.id)::int as statements
  from shown
  order by shown.name, shown.id;
with teams as materialized ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)), replaced as materialized ( select own.tenant_id, own.id
  from teams t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id), answered as materialized ( select distinct a.user_id as owner, a.tenant_id, a.content_set_id
  from ( select c.tenant_id, c.id
  from content_sets c
  where "c"."tenant_id" = ? and c.title = ? and (select true
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ? and a.type = 'self_assessment'
  limit 1)) c
  join assessments a on a.tenant_id = c.tenant_id and a.content_set_id = c.id
  where a.year = ? and a.type = 'self_assessment' and a.user_id is not null and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)
  union select t.user_id, t.tenant_id, t.content_set_id
  from ( select c.tenant_id, c.id
  from content_sets c
  where "c"."tenant_id" = ? and c.title = ? and (select true
  from assessments a
  where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ? and a.type = 'self_assessment'
  limit 1)) c
  join teams t on t.tenant_id = c.tenant_id and t.content_set_id = c.id
  where t.year = ? and t.type = 'self_assessment'), owners as materialized ( select o.id, o.name, o.removed_at is not null as is_removed
  from users o
  where o.id = any(array(select owner
  from answered)) and "o"."tenant_id" = ?), counted as (select count(*) as n
  from owners), shown as materialized ( select owners.*
  from owners
  order by owners.name, owners.id
  limit ? offset (select least(?::bigint, greatest(0, n - 1) / ?) * ?
  from counted)) select shown.id, shown.name, shown.is_removed, exists (select
  from teams t
  where t.user_id = shown.id and t.year = ? and t.type = 'self_assessment' and (t.tenant_id, t.content_set_id) in (select answered.tenant_id, answered.content_set_id
  from answered)) as is_shared, (select n
  from counted) as all, (select sum(g.n * (select count(*)
  from statements s
  where s.tenant_id = answered.tenant_id and s.content_set_id = answered.content_set_id and ((s.level_key is null or g.scope_levels is null or s.level_key = any(g.scope_levels)) and (s.profile_keys is null or g.scope_profiles is null or s.profile_keys && g.scope_profiles))))
  from answered
  cross join lateral (select scope_levels, scope_profiles, count(*) as n
  from (select a.scope_levels, a.scope_profiles
  from assessments a
  where a.tenant_id = answered.tenant_id and a.content_set_id = answered.content_set_id and a.year = ? and a.type = 'self_assessment' and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b) and a.user_id = answered.owner
  union all select t.scope_levels, t.scope_profiles
  from teams t
  where t.tenant_id = answered.tenant_id and t.content_set_id = answered.content_set_id and t.year = ? and t.type = 'self_assessment' and t.user_id = answered.owner) every_one
  group by 1, 2) g
  where answered.owner = shown.id)::int as statements
  from shown
  order by shown.name, shown.id;

-- features/insight/dashboard/levels.queries.ts listScores
with teams as materialized ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)), replaced as materialized ( select own.tenant_id, own.id
  from teams t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id), chosen as materialized ( select coalesce(r.statement_response_id, case when r.not_applicable_reason is not null then -r.statement_id end) as id, a.owner, count(*)::int as n
  from ( select a.tenant_id, a.id, a.scope_levels, a.scope_profiles, a.tenant_id as owner
  from assessments a
  where "a"."tenant_id" = ? and a.content_set_id = any(?::bigint[]) and a.year = ? and a.type = 'self_assessment' and a.tenant_id = any(?::bigint[]) and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)) a
  join responses r on r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state = 1
  where "r"."tenant_id" = ? and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = r.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  group by 1, 2), ranged as ( select v.id, v.value, e.key, s.weight, max(v.value) over statement as highest, case when c.score_from = 'zero' and max(v.value) over statement > 0 then 0 else min(v.value) over statement end as lowest
  from elements e
  join content_sets c on c.tenant_id = e.tenant_id and c.id = e.content_set_id
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
  join statement_responses v on v.tenant_id = s.tenant_id and v.statement_id = s.id
  where "e"."tenant_id" = ? and e.content_set_id = any(?::bigint[]) window statement as (partition by v.statement_id)), weighted as materialized ( select id, key, weight, (greatest(value, lowest) - lowest) / (highest - lowest) as score
  from ranged
  union all select -s.id, e.key, s.weight, case c.not_applicable_counts when 'full' then 1 else 0 end
  from content_sets c
  join elements e on e.tenant_id = c.tenant_id and e.content_set_id = c.id
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
  where "c"."tenant_id" = ? and c.id = any(?::bigint[]) and c.not_applicable_counts is not null) select c.owner, w.key, sum(c.n)::int as answered, sum(c.n * w.weight * w.score) / nullif(sum(c.n * w.weight), 0) as score, coalesce(sum(c.n * w.weight), 0) as weight
  from chosen c
  left join weighted w on w.id = c.id
  group by c.owner, w.key;
with teams as materialized ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)), replaced as materialized ( select own.tenant_id, own.id
  from teams t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id), chosen as materialized ( select coalesce(r.statement_response_id, case when r.not_applicable_reason is not null then -r.statement_id end) as id, a.owner, count(*)::int as n
  from ( select a.tenant_id, a.id, a.scope_levels, a.scope_profiles, a.user_id as owner
  from assessments a
  where "a"."tenant_id" = ? and a.content_set_id = any(?::bigint[]) and a.year = ? and a.type = 'self_assessment' and a.user_id = any(?::bigint[]) and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)
  union all select t.tenant_id, t.assessment_id, t.scope_levels, t.scope_profiles, t.user_id
  from teams t
  where t.content_set_id = any(?::bigint[]) and t.year = ? and t.type = 'self_assessment' and t.user_id = any(?::bigint[])) a
  join responses r on r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state = 1
  where "r"."tenant_id" = ? and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = r.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))
  group by 1, 2), ranged as ( select v.id, v.value, e.key, s.weight, max(v.value) over statement as highest, case when c.score_from = 'zero' and max(v.value) over statement > 0 then 0 else min(v.value) over statement end as lowest
  from elements e
  join content_sets c on c.tenant_id = e.tenant_id and c.id = e.content_set_id
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
  join statement_responses v on v.tenant_id = s.tenant_id and v.statement_id = s.id
  where "e"."tenant_id" = ? and e.content_set_id = any(?::bigint[]) window statement as (partition by v.statement_id)), weighted as materialized ( select id, key, weight, (greatest(value, lowest) - lowest) / (highest - lowest) as score
  from ranged
  union all select -s.id, e.key, s.weight, case c.not_applicable_counts when 'full' then 1 else 0 end
  from content_sets c
  join elements e on e.tenant_id = c.tenant_id and e.content_set_id = c.id
  join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
  where "c"."tenant_id" = ? and c.id = any(?::bigint[]) and c.not_applicable_counts is not null) select c.owner, w.key, sum(c.n)::int as answered, sum(c.n * w.weight * w.score) / nullif(sum(c.n * w.weight), 0) as score, coalesce(sum(c.n * w.weight), 0) as weight
  from chosen c
  left join weighted w on w.id = c.id
  group by c.owner, w.key;

-- features/insight/dashboard/organisation-results.queries.ts listOrganisationResults
select a.id, a.type, a.status, c.title, c.language, c.scale, c.lowest_level, json_build_object('id', o.id, 'name', o.name) as owner, s.total, s.answered, (select r.current_score
  from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action'
  order by r.version desc
  limit 1) as current, before.result as before, plan.counts as plan
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
  cross join lateral ( select count(*) as total, count(*) filter (where exists ( select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.statement_id = s.id and r.state in (1, 2) and not r.to_confirm
  group by r.statement_id
  having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null))) as answered
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))) s
  left join lateral ( select json_build_object('year', b.year, 'current', r.current_score) as result
  from assessments b
  join reports r on r.tenant_id = b.tenant_id and r.assessment_id = b.id and r.kind = 'action'
  where b.tenant_id = a.tenant_id and b.family_id = a.family_id and b.type = a.type and b.year < a.year
  order by b.year desc, r.version desc
  limit 1) before on true
  left join lateral ( select json_build_object('year', b.year, 'done', count(*) filter (where p.status = 'done'), 'left', count(*) filter (where (p.status in ('open', 'in_progress'))), 'overdue', count(*) filter (where (p.status in ('open', 'in_progress')) and p.due_on < ?::date)) as counts
  from assessments b
  join actions p on p.tenant_id = b.tenant_id and p.assessment_id = b.id and p.status <> 'dropped' and ((b.scope_levels is null and b.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = b.tenant_id and x.content_set_id = b.content_set_id and x.key = p.statement_key and not ((x.level_key is null or b.scope_levels is null or x.level_key = any(b.scope_levels)) and (x.profile_keys is null or b.scope_profiles is null or x.profile_keys && b.scope_profiles))))
  where b.tenant_id = a.tenant_id and b.family_id = a.family_id and b.type = a.type and b.year <= a.year
  group by b.year
  order by b.year desc
  limit 1) plan on true
  where a.tenant_id = ? and a.owner_id is not null and a.year = ?
  order by a.type desc, c.title, a.id;

-- features/insight/dashboard/participation-sums.queries.ts listYears
select y.year
  from generate_series(?::int, ?::int) y(year)
  where (select true
  from assessments a
  where "a"."tenant_id" = ? and a.year = y.year and a.status <> 'not_started'
  order by a.touched_at, a.id
  limit 1)
  order by y.year desc
  limit ?;
select y.year
  from generate_series(?::int, ?::int) y(year)
  where (select true
  from assessments a
  where "a"."tenant_id" = any(?::bigint[]) and a.year = y.year and a.status <> 'not_started'
  order by a.touched_at, a.id
  limit 1)
  order by y.year desc
  limit ?;

-- features/insight/dashboard/participation-sums.queries.ts sumParticipation
with teams as materialized ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)), replaced as materialized ( select own.tenant_id, own.id
  from teams t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id), walked as materialized ( select t.id as tenant_id, w.*
  from tenants t
  cross join lateral ( select a.content_set_id, a.year, a.type, a.status, count(*)::int as n
  from assessments a
  where a.tenant_id = t.id
  group by a.content_set_id, a.year, a.type, a.status) w
  where "t"."id" = ?), started as materialized ( select w.tenant_id, w.year * 2 + (w.type = 'certification')::int as term, (sum(w.n) filter (where w.status = 'in_progress'))::int as in_progress, sum(w.n)::int as n, min(w.content_set_id) <> max(w.content_set_id) as has_several
  from walked w
  where w.status <> 'not_started' and w.year = any(?::int[])
  group by 1, 2), several as materialized (select s.tenant_id
  from started s
  where s.has_several
  union select a.tenant_id
  from assessments a
  where a.owner_id is not null and "a"."tenant_id" = ?), own as materialized ( select t.id as tenant_id, o.*
  from tenants t
  cross join lateral ( select count(*)::int as people, count(*)::int - (count(*) filter (where not u.is_active))::int as active, array[]::int[] as in_time, array_agg(u.id) filter (where not u.is_active) as inactive
  from users u
  where u.tenant_id = t.id and u.removed_at is null) o
  where "t"."id" = ?), inactive as materialized ( select o.tenant_id, o.inactive as ids
  from own o
  where o.inactive is not null
  union all select u.tenant_id, array_agg(u.id)
  from users u
  where "u"."tenant_id" = ? and u.removed_at is not null
  group by u.tenant_id), by_inactive as materialized ( select a.tenant_id, a.year * 2 + (a.type = 'certification')::int as term, (a.year = ? and a.status = 'in_progress' and a.touched_at < (select now() - ?::interval))::int as stalled
  from inactive i
  cross join lateral ( select a.tenant_id, a.year, a.type, a.status, a.touched_at
  from assessments a
  where a.tenant_id = i.tenant_id and a.user_id = any(i.ids) and a.status <> 'not_started' offset 0) a), of_inactive as materialized ( select a.tenant_id, a.term, count(*)::int as n, sum(a.stalled)::int as stalled
  from by_inactive a
  group by a.tenant_id, a.term), -- Active users who have joined after the year of their assessment. Where no user joined before, no one could have started. of_late as ( select o.tenant_id, a.year * 2 + (a.type = 'certification')::int as term, count(*)::int as n
  from own o
  cross join lateral ( select a.year, a.type
  from assessments a
  where a.tenant_id = o.tenant_id and a.year = any(?::int[]) and a.status <> 'not_started' and (select u.is_active and u.created_at >= make_date(a.year::int + 1, 1, 1)
  from users u
  where u.tenant_id = o.tenant_id and u.id = a.user_id) offset 0) a
  where 0 < any(o.in_time)
  group by 1, 2), -- Where users may have several assessments of one year and type, each user counts once. Those who answer a shared -- assessment count by its status. of_several as ( select a.tenant_id, a.year * 2 + (a.type = 'certification')::int as term, count(*) filter (where a.is_open)::int as in_progress, count(*) filter (where not a.is_open)::int as completed, count(*) filter (where u.is_active and (a.year <> all(?::int[]) or u.created_at < make_date(a.year::int + 1, 1, 1)))::int as could_start
  from several s
  cross join lateral ( select x.tenant_id, x.user_id, x.year, x.type, bool_or(x.status = 'in_progress') as is_open
  from ( select a.tenant_id, a.user_id, a.year, a.type, a.status
  from assessments a
  where a.tenant_id = s.tenant_id and a.user_id is not null and a.status <> 'not_started' and a.year = any(?::int[]) and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)
  union all select t.tenant_id, t.user_id, t.year, t.type, case t.status when 'not_started' then 'in_progress' else t.status end
  from teams t
  where t.tenant_id = s.tenant_id and t.year = any(?::int[])) x
  group by x.tenant_id, x.user_id, x.year, x.type) a
  left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id and u.removed_at is null
  group by 1, 2), stalled as ( select x.tenant_id, sum(x.n)::int as count
  from ( select t.id as tenant_id, old.n
  from tenants t
  cross join lateral ( select count(*)::int as n
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = 'in_progress' and a.touched_at < (select now() - ?::interval) and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)) old
  where "t"."id" = ?
  union all select i.tenant_id, -i.stalled
  from of_inactive i
  where i.stalled > 0) x
  group by x.tenant_id), parts as materialized ( select w.tenant_id, w.term, w.in_progress, w.n - coalesce(w.in_progress, 0) as completed, -w.n as left_over, false as is_offered
  from started w
  where w.tenant_id not in (select s.tenant_id
  from several s)
  union all select i.tenant_id, i.term, 0, 0, i.n, false
  from of_inactive i
  where i.tenant_id not in (select s.tenant_id
  from several s)
  union all select l.tenant_id, l.term, 0, 0, l.n, false
  from of_late l
  where l.tenant_id not in (select s.tenant_id
  from several s)
  union all select s.tenant_id, s.term, s.in_progress, s.completed, -s.could_start, false
  from of_several s
  union all select f.tenant_id, f.term, 0, 0, coalesce(case when f.place is null then o.active else o.in_time[f.place] end, 0), true
  from ( select distinct c.tenant_id, x.year * 2 + (x.type = 'certification')::int as term, x.place
  from content_sets c
  cross join (values (?::int, ?::text, ?::int), (?::int, ?::text, ?::int)) x(year, type, place)
  where "c"."tenant_id" = ? and (c.year_from <= x.year and (c.year_to is null or c.year_to >= x.year)) and (c.status = 'published' or (x.place is not null and c.status = 'retired')) and case x.type when 'certification' then c.offers_certification else c.offers_self_assessment end) f
  left join own o on o.tenant_id = f.tenant_id), counted as materialized ( select p.tenant_id, p.term, coalesce(sum(p.in_progress), 0)::int as in_progress, coalesce(sum(p.completed), 0)::int as completed, case when bool_or(p.is_offered) then greatest(0, sum(p.left_over))::int else 0 end as not_started
  from parts p
  group by p.tenant_id, p.term) select (select coalesce(json_agg(listed), '[]')
  from (select w.year, w.status, sum(w.n)::int as count
  from walked w
  group by 1, 2) listed) as assessments, (select coalesce(json_agg(listed), '[]')
  from ( select used.title, newest.scale, newest.lowest_level, newest.language
  from (select c.title, max(array[c.id, c.tenant_id]) as newest, sum(w.n) as count
  from (select w.tenant_id, w.content_set_id, sum(w.n) as n
  from walked w
  where w.year = ? and w.type = 'self_assessment'
  group by w.tenant_id, w.content_set_id) w
  join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
  where "c"."tenant_id" = ?
  group by c.title) used
  join content_sets newest on newest.tenant_id = used.newest[2] and newest.id = used.newest[1]
  order by used.count desc, used.title
  limit 50) listed) as titles, (select coalesce(sum(o.people), 0)::int
  from own o) as people, (select coalesce(sum(o.active), 0)::int
  from own o) as people_active, (select coalesce(json_agg(listed), '[]')
  from (select c.term / 2 as year, case c.term % 2 when 1 then 'certification' else 'self_assessment' end as type, sum(c.not_started)::int as not_started, sum(c.in_progress)::int as in_progress, sum(c.completed)::int as completed
  from counted c
  group by c.term) listed) as participation, (select coalesce(json_agg(listed), '[]')
  from (select t.id, t.name, c.not_started, c.in_progress, c.completed
  from (select *
  from counted c
  where c.term = ? and c.not_started > 0
  order by c.not_started desc, c.tenant_id
  limit ?) c
  join tenants t on t.id = c.tenant_id
  order by c.not_started desc, t.id) listed) as organisations, (select coalesce(json_agg(listed), '[]')
  from (select 'stalled' as kind, t.id, t.name, null as language, s.count
  from (select *
  from stalled s
  where s.count > 0
  order by s.count desc, s.tenant_id
  limit ?) s
  join tenants t on t.id = s.tenant_id
  order by s.count desc, t.id) listed) as stalled;
with teams as materialized ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" <> ? and (u.is_active and u.removed_at is null)), replaced as materialized ( select own.tenant_id, own.id
  from teams t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id), walked as materialized ( select t.id as tenant_id, w.*
  from tenants t
  cross join lateral ( select a.content_set_id, a.year, a.type, a.status, count(*)::int as n
  from assessments a
  where a.tenant_id = t.id
  group by a.content_set_id, a.year, a.type, a.status) w
  where "t"."id" <> ?), started as materialized ( select w.tenant_id, w.year * 2 + (w.type = 'certification')::int as term, (sum(w.n) filter (where w.status = 'in_progress'))::int as in_progress, sum(w.n)::int as n, min(w.content_set_id) <> max(w.content_set_id) as has_several
  from walked w
  where w.status <> 'not_started' and w.year = any(?::int[])
  group by 1, 2), several as materialized (select s.tenant_id
  from started s
  where s.has_several
  union select a.tenant_id
  from assessments a
  where a.owner_id is not null and "a"."tenant_id" <> ?), own as materialized ( select t.id as tenant_id, o.*
  from tenants t
  cross join lateral ( select count(*)::int as people, count(*)::int - (count(*) filter (where not u.is_active))::int as active, array[count(*) filter (where u.is_active and u.created_at < (select make_date(?::int + 1, 1, 1)::timestamptz))::int, count(*) filter (where u.is_active and u.created_at < (select make_date(?::int + 1, 1, 1)::timestamptz))::int, count(*) filter (where u.is_active and u.created_at < (select make_date(?::int + 1, 1, 1)::timestamptz))::int]::int[] as in_time, array_agg(u.id) filter (where not u.is_active) as inactive
  from users u
  where u.tenant_id = t.id and u.removed_at is null) o
  where "t"."id" <> ?), inactive as materialized ( select o.tenant_id, o.inactive as ids
  from own o
  where o.inactive is not null
  union all select u.tenant_id, array_agg(u.id)
  from users u
  where "u"."tenant_id" <> ? and u.removed_at is not null
  group by u.tenant_id), by_inactive as materialized ( select a.tenant_id, a.year * 2 + (a.type = 'certification')::int as term, (a.year = ? and a.status = 'in_progress' and a.touched_at < (select now() - ?::interval))::int as stalled
  from inactive i
  cross join lateral ( select a.tenant_id, a.year, a.type, a.status, a.touched_at
  from assessments a
  where a.tenant_id = i.tenant_id and a.user_id = any(i.ids) and a.status <> 'not_started' offset 0) a), of_inactive as materialized ( select a.tenant_id, a.term, count(*)::int as n, sum(a.stalled)::int as stalled
  from by_inactive a
  group by a.tenant_id, a.term), -- Active users who have joined after the year of their assessment. Where no user joined before, no one could have started. of_late as ( select o.tenant_id, a.year * 2 + (a.type = 'certification')::int as term, count(*)::int as n
  from own o
  cross join lateral ( select a.year, a.type
  from assessments a
  where a.tenant_id = o.tenant_id and a.year = any(?::int[]) and a.status <> 'not_started' and (select u.is_active and u.created_at >= make_date(a.year::int + 1, 1, 1)
  from users u
  where u.tenant_id = o.tenant_id and u.id = a.user_id) offset 0) a
  where 0 < any(o.in_time)
  group by 1, 2), -- Where users may have several assessments of one year and type, each user counts once. Those who answer a shared -- assessment count by its status. of_several as ( select a.tenant_id, a.year * 2 + (a.type = 'certification')::int as term, count(*) filter (where a.is_open)::int as in_progress, count(*) filter (where not a.is_open)::int as completed, count(*) filter (where u.is_active and (a.year <> all(?::int[]) or u.created_at < make_date(a.year::int + 1, 1, 1)))::int as could_start
  from several s
  cross join lateral ( select x.tenant_id, x.user_id, x.year, x.type, bool_or(x.status = 'in_progress') as is_open
  from ( select a.tenant_id, a.user_id, a.year, a.type, a.status
  from assessments a
  where a.tenant_id = s.tenant_id and a.user_id is not null and a.status <> 'not_started' and a.year = any(?::int[]) and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)
  union all select t.tenant_id, t.user_id, t.year, t.type, case t.status when 'not_started' then 'in_progress' else t.status end
  from teams t
  where t.tenant_id = s.tenant_id and t.year = any(?::int[])) x
  group by x.tenant_id, x.user_id, x.year, x.type) a
  left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id and u.removed_at is null
  group by 1, 2), stalled as ( select x.tenant_id, sum(x.n)::int as count
  from ( select t.id as tenant_id, old.n
  from tenants t
  cross join lateral ( select count(*)::int as n
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = 'in_progress' and a.touched_at < (select now() - ?::interval) and (a.tenant_id, a.id) not in (select b.tenant_id, b.id
  from replaced b)) old
  where "t"."id" <> ?
  union all select i.tenant_id, -i.stalled
  from of_inactive i
  where i.stalled > 0) x
  group by x.tenant_id), parts as materialized ( select w.tenant_id, w.term, w.in_progress, w.n - coalesce(w.in_progress, 0) as completed, -w.n as left_over, false as is_offered
  from started w
  where w.tenant_id not in (select s.tenant_id
  from several s)
  union all select i.tenant_id, i.term, 0, 0, i.n, false
  from of_inactive i
  where i.tenant_id not in (select s.tenant_id
  from several s)
  union all select l.tenant_id, l.term, 0, 0, l.n, false
  from of_late l
  where l.tenant_id not in (select s.tenant_id
  from several s)
  union all select s.tenant_id, s.term, s.in_progress, s.completed, -s.could_start, false
  from of_several s
  union all select f.tenant_id, f.term, 0, 0, coalesce(case when f.place is null then o.active else o.in_time[f.place] end, 0), true
  from ( select distinct c.tenant_id, x.year * 2 + (x.type = 'certification')::int as term, x.place
  from content_sets c
  cross join (values (?::int, ?::text, ?::int), (?::int, ?::text, ?::int), (?::int, ?::text, ?::int), (?::int, ?::text, ?::int), (?::int, ?::text, ?::int), (?::int, ?::text, ?::int), (?::int, ?::text, ?::int), (?::int, ?::text, ?::int)) x(year, type, place)
  where "c"."tenant_id" <> ? and (c.year_from <= x.year and (c.year_to is null or c.year_to >= x.year)) and (c.status = 'published' or (x.place is not null and c.status = 'retired')) and case x.type when 'certification' then c.offers_certification else c.offers_self_assessment end) f
  left join own o on o.tenant_id = f.tenant_id), counted as materialized ( select p.tenant_id, p.term, coalesce(sum(p.in_progress), 0)::int as in_progress, coalesce(sum(p.completed), 0)::int as completed, case when bool_or(p.is_offered) then greatest(0, sum(p.left_over))::int else 0 end as not_started
  from parts p
  group by p.tenant_id, p.term) select (select coalesce(json_agg(listed), '[]')
  from (select w.year, w.status, sum(w.n)::int as count
  from walked w
  group by 1, 2) listed) as assessments, (select coalesce(json_agg(listed), '[]')
  from ( select used.title, newest.scale, newest.lowest_level, newest.language
  from (select c.title, max(array[c.id, c.tenant_id]) as newest, sum(w.n) as count
  from (select w.tenant_id, w.content_set_id, sum(w.n) as n
  from walked w
  where w.year = ? and w.type = 'self_assessment'
  group by w.tenant_id, w.content_set_id) w
  join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
  where "c"."tenant_id" <> ?
  group by c.title) used
  join content_sets newest on newest.tenant_id = used.newest[2] and newest.id = used.newest[1]
  order by used.count desc, used.title
  limit 50) listed) as titles, (select coalesce(sum(o.people), 0)::int
  from own o) as people, (select coalesce(sum(o.active), 0)::int
  from own o) as people_active, (select coalesce(json_agg(listed), '[]')
  from (select c.term / 2 as year, case c.term % 2 when 1 then 'certification' else 'self_assessment' end as type, sum(c.not_started)::int as not_started, sum(c.in_progress)::int as in_progress, sum(c.completed)::int as completed
  from counted c
  group by c.term) listed) as participation, (select coalesce(json_agg(listed), '[]')
  from (select t.id, t.name, c.not_started, c.in_progress, c.completed
  from (select *
  from counted c
  where c.term = ? and c.not_started > 0
  order by c.not_started desc, c.tenant_id
  limit ?) c
  join tenants t on t.id = c.tenant_id
  order by c.not_started desc, t.id) listed) as organisations, (select coalesce(json_agg(listed), '[]')
  from (select 'stalled' as kind, t.id, t.name, null as language, s.count
  from (select *
  from stalled s
  where s.count > 0
  order by s.count desc, s.tenant_id
  limit ?) s
  join tenants t on t.id = s.tenant_id
  order by s.count desc, t.id) listed) as stalled;

-- features/insight/digest/digest.queries.ts claimDigest
insert into "digests" ("tenant_id", "user_id", "day")
  values (?, …)
  on conflict do nothing;

-- features/insight/digest/digest.queries.ts finishDigests
update tenants
  set digested_on = ?::date
  where id = ?;

-- features/insight/digest/digest.queries.ts listDueDates
select family_id, year, type, due_on::text as due_on
  from due_dates
  where tenant_id = ?;

-- features/insight/digest/digest.queries.ts listDueDigests
select t.id, (here.at::date)::text as day, coalesce(t.digested_on, here.at::date - 1)::text as since, (here.at::date + time '07:00') at time zone t.time_zone as before
  from tenants t
  cross join lateral (select ?::timestamptz at time zone t.time_zone as at) here
  where t.kind <> 'platform' and t.status = 'active' and extract(isodow
  from here.at) < 6 and here.at::time >= '07:00' and (t.digested_on is null or t.digested_on < here.at::date)
  order by t.id;

-- features/insight/digest/digest.queries.ts listNews
select w.kind, u.id as user_id, u.email, w.family_id, w.year, w.type, c.title, d.due_on::text as due_on, a.status, w.sender, case when a.owner_id <> u.id then ((select count(*)
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null and not exists (select
  from element_completions d
  where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) + (select count(*)
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = q.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))::int else 0 end as left_to_do
  from ( select null::bigint as user_id, 'due' as kind, x.family_id, x.year, x.type, null as sender
  from jsonb_to_recordset(?::jsonb) as x(family_id bigint, year int, type text)
  union all select n.user_id, n.kind, n.family_id, n.year, n.type, (select s.name
  from users s
  where s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null)
  from notifications n
  where n.tenant_id = ? and n.kind = 'prompted' and n.id = any(?::bigint[])) w
  join users u on u.tenant_id = ? and (w.user_id is null or u.id = w.user_id) and true
  join lateral (select c.title
  from content_sets c
  where c.tenant_id = u.tenant_id and c.family_id = w.family_id and ((c.status = 'published' and (c.year_from <= w.year and (c.year_to is null or c.year_to >= w.year)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= w.year and (c.year_to is null or c.year_to >= w.year)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))) c on true
  left join lateral (select a.tenant_id, a.id, a.owner_id, a.scope_levels, a.scope_profiles, case when a.owner_id is not null and a.status = 'not_started' then 'in_progress' else a.status end as status
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id and s.family_id = w.family_id
  where a.tenant_id = u.tenant_id and a.year = w.year and a.type = w.type and (a.user_id = u.id or a.owner_id = u.id or (a.owner_id is not null and exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null))) -- Who answers together has nothing to start alone.
  order by a.owner_id is null, a.id desc
  limit 1) a on true
  left join due_dates d on d.tenant_id = u.tenant_id and d.family_id = w.family_id and d.year = w.year and d.type = w.type
  where (u.is_active and u.removed_at is null) and w.kind <> all(u.muted_mails) and case when a.id is null then w.year >= ?::int when w.type = 'self_assessment' then a.status = any(?::text[]) else a.status = any(?::text[]) and (a.status <> 'completed' or not exists ( select
  from reviews r
  where r.tenant_id = ? and r.assessment_id = a.id and r.status = 'refused')) end and (w.kind = 'due' or (a.owner_id is null or a.owner_id = u.id or exists (select
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null and not exists (select
  from element_completions d
  where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) or exists (select
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = q.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))))))
  order by u.id, d.due_on nulls last, c.title, w.family_id, w.type, w.kind;
select w.kind, u.id as user_id, u.email, w.family_id, w.year, w.type, c.title, d.due_on::text as due_on, a.status, w.sender, case when a.owner_id <> u.id then ((select count(*)
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null and not exists (select
  from element_completions d
  where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) + (select count(*)
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = q.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))::int else 0 end as left_to_do
  from ( select null::bigint as user_id, 'due' as kind, x.family_id, x.year, x.type, null as sender
  from jsonb_to_recordset(?::jsonb) as x(family_id bigint, year int, type text)
  union all select n.user_id, n.kind, n.family_id, n.year, n.type, (select s.name
  from users s
  where s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null)
  from notifications n
  where n.tenant_id = ? and n.kind = 'prompted' and n.id = any(?::bigint[])) w
  join users u on u.tenant_id = ? and (w.user_id is null or u.id = w.user_id) and u.id = ?
  join lateral (select c.title
  from content_sets c
  where c.tenant_id = u.tenant_id and c.family_id = w.family_id and ((c.status = 'published' and (c.year_from <= w.year and (c.year_to is null or c.year_to >= w.year)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= w.year and (c.year_to is null or c.year_to >= w.year)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))) c on true
  left join lateral (select a.tenant_id, a.id, a.owner_id, a.scope_levels, a.scope_profiles, case when a.owner_id is not null and a.status = 'not_started' then 'in_progress' else a.status end as status
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id and s.family_id = w.family_id
  where a.tenant_id = u.tenant_id and a.year = w.year and a.type = w.type and (a.user_id = u.id or a.owner_id = u.id or (a.owner_id is not null and exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null))) -- Who answers together has nothing to start alone.
  order by a.owner_id is null, a.id desc
  limit 1) a on true
  left join due_dates d on d.tenant_id = u.tenant_id and d.family_id = w.family_id and d.year = w.year and d.type = w.type
  where (u.is_active and u.removed_at is null) and w.kind <> all(u.muted_mails) and case when a.id is null then w.year >= ?::int when w.type = 'self_assessment' then a.status = any(?::text[]) else a.status = any(?::text[]) and (a.status <> 'completed' or not exists ( select
  from reviews r
  where r.tenant_id = ? and r.assessment_id = a.id and r.status = 'refused')) end and (w.kind = 'due' or (a.owner_id is null or a.owner_id = u.id or exists (select
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null and not exists (select
  from element_completions d
  where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) or exists (select
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = q.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))))))
  order by u.id, d.due_on nulls last, c.title, w.family_id, w.type, w.kind;

-- features/insight/digest/digest.queries.ts listWaiting
select id
  from notifications
  where tenant_id = ? and told_on is null and created_at < ?::timestamptz;

-- features/insight/digest/digest.queries.ts settleNotifications
delete from digests
  where tenant_id = ? and day < ?::date - ?::int;
delete from notifications
  where tenant_id = ? and told_on < ?::date - ?::int;
update notifications
  set told_on = ?::date
  where tenant_id = ? and id = any(?::bigint[]);

-- features/insight/digest/due-dates.queries.ts listTasks
select c.family_id, ?::int as year, k.type, c.title, c.language, d.due_on::text as due_on
  from content_sets c
  cross join unnest(?::text[]) k(type)
  left join due_dates d on d.tenant_id = c.tenant_id and d.family_id = c.family_id and d.year = ? and d.type = k.type
  where c.tenant_id = ? and ((c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case k.type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case k.type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))
  order by c.title, c.family_id, k.type desc;

-- features/insight/digest/due-dates.queries.ts saveDueDate
delete from "due_dates"
  where "tenant_id" = ? and "family_id" = ? and "year" = ? and "type" = ?;
insert into "due_dates" ("tenant_id", "family_id", "year", "type", "due_on")
  values (?, …)
  on conflict ("tenant_id", "family_id", "year", "type") do update
  set "due_on" = ?;

-- features/insight/digest/reminders.queries.ts insertReminders
insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by, created_at) select ?, u.id, 'prompted', ?, ?, ?, ?, ?
  from unnest(?::bigint[]) u(id);

-- features/insight/digest/reminders.queries.ts listReminded
select u.id, u.name, u.email, d.due_on::text as due_on, a.status, case when not (u.is_active and u.removed_at is null) then 'inactive' when not (case when a.id is null then w.year >= ?::int when w.type = 'self_assessment' then a.status = any(?::text[]) else a.status = any(?::text[]) and (a.status <> 'completed' or not exists ( select
  from reviews r
  where r.tenant_id = ? and r.assessment_id = a.id and r.status = 'refused')) end and (a.owner_id is null or a.owner_id = u.id or exists (select
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null and not exists (select
  from element_completions d
  where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) or exists (select
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = q.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))) then 'done' when 'prompted' = any(u.muted_mails) then 'muted' when exists (select
  from notifications n
  where n.tenant_id = ? and n.user_id = u.id and n.told_on is null and n.kind = 'prompted' and n.family_id = w.family_id and n.year = w.year and n.type = w.type) then 'reminded' end as skipped
  from (select ?::bigint as family_id, ?::int as year, ?::text as type) w
  join users u on u.tenant_id = ? and u.id = any(?::bigint[])
  join lateral (select c.title
  from content_sets c
  where c.tenant_id = u.tenant_id and c.family_id = w.family_id and ((c.status = 'published' and (c.year_from <= w.year and (c.year_to is null or c.year_to >= w.year)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= w.year and (c.year_to is null or c.year_to >= w.year)) and case w.type when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))) c on true
  left join lateral (select a.tenant_id, a.id, a.owner_id, a.scope_levels, a.scope_profiles, case when a.owner_id is not null and a.status = 'not_started' then 'in_progress' else a.status end as status
  from assessments a
  join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id and s.family_id = w.family_id
  where a.tenant_id = u.tenant_id and a.year = w.year and a.type = w.type and (a.user_id = u.id or a.owner_id = u.id or (a.owner_id is not null and exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null))) -- Who answers together has nothing to start alone.
  order by a.owner_id is null, a.id desc
  limit 1) a on true
  left join due_dates d on d.tenant_id = u.tenant_id and d.family_id = w.family_id and d.year = w.year and d.type = w.type
  order by u.name_norm, u.id;

-- features/insight/digest/team-reminders.queries.ts findTeam
select a.id, a.family_id, a.year, a.type, a.status, c.title, (? or (a.user_id = ? or a.owner_id = ?)) as is_managed
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and a.id = ? and a.owner_id is not null and (? or ((a.user_id = ? or a.owner_id = ?) or a.approver_id = ? or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ? and m.left_at is null)));

-- features/insight/digest/team-reminders.queries.ts listTeamReminded
select u.id, u.name, left_over.count as left_to_do, case when not (u.is_active and u.removed_at is null) then 'inactive' when 'prompted' = any(u.muted_mails) then 'muted' when exists (select
  from notifications n
  where n.tenant_id = ? and n.user_id = u.id and n.kind = 'prompted' and n.family_id = a.family_id and n.year = a.year and n.type = a.type and (n.told_on is null or (n.created_at at time zone ?)::date = ?::date)) then 'reminded' end as skipped
  from assessments a
  join assessment_members m on m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null and m.user_id <> a.owner_id
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  cross join lateral (select ((select count(*)
  from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null and not exists (select
  from element_completions d
  where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))) + (select count(*)
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = q.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles))))))::int as count) left_over
  where a.tenant_id = ? and a.id = ? and left_over.count > 0
  order by u.name_norm, u.id;

-- features/insight/downloads/assessment-rows.queries.ts listChanges
select h.statement_id, h.state as state_number, e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement, (array['current', 'future', 'certified'])[h.state] as state, h.version, b.label as before, h.before_reason, o.label as after, h.after_reason, u.name as changed_by, h.at
  from response_events h
  join statements s on s.tenant_id = h.tenant_id and s.id = h.statement_id
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  left join statement_responses b on b.tenant_id = h.tenant_id and b.id = h.before_response_id
  left join statement_responses o on o.tenant_id = h.tenant_id and o.id = h.after_response_id
  left join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
  where h.tenant_id = ? and h.assessment_id = ? and (h.statement_id, h.state, h.version) > (?, …)
  order by h.statement_id, h.state, h.version
  limit ?;

-- features/insight/downloads/assessment-rows.queries.ts ofEach
select e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement, n.note, n.updated_at
  from notes n
  join statements s on s.tenant_id = n.tenant_id and s.id = n.statement_id
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where n.tenant_id = ? and n.assessment_id = ?
  order by e.position, s.position;
select e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement
  from statement_marks m
  join assessments a on a.tenant_id = m.tenant_id and a.id = m.assessment_id
  join statements s on s.tenant_id = m.tenant_id and s.content_set_id = a.content_set_id and s.key = m.statement_key
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where m.tenant_id = ? and m.assessment_id = ?
  order by e.position, s.position;
select w.round, e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement, d.label as declared, o.label as certified, v.remark, v.reviewer_name as reviewer, v.reviewed_at
  from reviews w
  join review_responses v on v.tenant_id = w.tenant_id and v.review_id = w.id
  join statements s on s.tenant_id = v.tenant_id and s.id = v.statement_id
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  left join statement_responses d on d.tenant_id = v.tenant_id and d.id = v.declared_response_id
  left join statement_responses o on o.tenant_id = v.tenant_id and o.id = v.statement_response_id
  where w.tenant_id = ? and w.assessment_id = ? and w.status = any(?::text[])
  order by w.round, e.position, s.position;
select e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement, (array['current', 'future', 'certified'])[r.state] as state, o.label as response, o.value, r.not_applicable_reason, r.to_confirm, ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles)) as is_asked, r.updated_at
  from responses r
  join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
  join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  left join statement_responses o on o.tenant_id = r.tenant_id and o.id = r.statement_response_id
  where r.tenant_id = ? and r.assessment_id = ?
  order by e.position, s.position, r.state;

-- features/insight/downloads/due-rows.queries.ts dueDatesOf
select (select title
  from content_sets c
  where c.tenant_id = d.tenant_id and c.family_id = d.family_id
  order by version desc
  limit 1) as content_set, d.year, d.type, d.due_on::text as due_on
  from due_dates d
  where d.tenant_id = ?
  order by d.year, d.family_id, d.type;

-- features/insight/downloads/file-rows.queries.ts isAttached
select
  from attachments
  where tenant_id = ? and id = ? and status = 'clean' and removed_at is null;

-- features/insight/downloads/file-rows.queries.ts readSnapshot
select snapshot
  from reports
  where tenant_id = ? and id = ?;

-- features/insight/downloads/people-rows.queries.ts acceptancesOf
select t.version, a.addition_version, a.accepted_at, a.address
  from terms_acceptances a
  join terms t on t.id = a.terms_id
  where a.tenant_id = ? and a.user_id = ?
  order by t.version;

-- features/insight/downloads/shared-rows.queries.ts ofEach
select m.user_id, u.name, u.email, m.role, m.joined_at, m.left_at
  from assessment_members m
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = ? and m.assessment_id = ? and true
  order by m.joined_at, m.user_id;
select m.user_id, u.name, u.email, m.role, m.joined_at, m.left_at
  from assessment_members m
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = ? and m.assessment_id = ? and m.user_id = ?
  order by m.joined_at, m.user_id;
select p.approver_id as user_id, d.name as approver, o.name as asked_by, p.state, p.asked_at, p.ended_at, p.reason
  from approvals p
  join users d on d.tenant_id = p.tenant_id and d.id = p.approver_id
  join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
  where p.tenant_id = ? and p.assessment_id = ? and (true or true)
  order by p.id;
select p.approver_id as user_id, d.name as approver, o.name as asked_by, p.state, p.asked_at, p.ended_at, p.reason
  from approvals p
  join users d on d.tenant_id = p.tenant_id and d.id = p.approver_id
  join users o on o.tenant_id = p.tenant_id and o.id = p.asked_by
  where p.tenant_id = ? and p.assessment_id = ? and (p.approver_id = ? or p.asked_by = ?)
  order by p.id;
select w.user_id, u.name, u.email, w.element_id, e.title as element, w.awaited_email, w.due_on::text as due_on, w.done_at, w.returned_at, w.declined_at, w.decline_reason, g.name as suggested
  from element_assignments w
  join elements e on e.tenant_id = w.tenant_id and e.id = w.element_id
  left join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
  left join users g on g.tenant_id = w.tenant_id and g.id = w.suggested_id
  where w.tenant_id = ? and w.assessment_id = ? and true
  order by e.position;
select w.user_id, u.name, u.email, w.element_id, e.title as element, w.awaited_email, w.due_on::text as due_on, w.done_at, w.returned_at, w.declined_at, w.decline_reason, g.name as suggested
  from element_assignments w
  join elements e on e.tenant_id = w.tenant_id and e.id = w.element_id
  left join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
  left join users g on g.tenant_id = w.tenant_id and g.id = w.suggested_id
  where w.tenant_id = ? and w.assessment_id = ? and w.user_id = ?
  order by e.position;
select c.id, e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement, c.author_id, w.name as written_by, c.text, c.asked_user_id, q.name as asked, c.version, c.created_at, c.edited_at, c.resolved_at, c.resolved_by, r.name as resolved_by_name
  from comments c
  join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  join users w on w.tenant_id = c.tenant_id and w.id = c.author_id
  left join users q on q.tenant_id = c.tenant_id and q.id = c.asked_user_id
  left join users r on r.tenant_id = c.tenant_id and r.id = c.resolved_by
  where c.tenant_id = ? and c.assessment_id = ? and (true or true)
  order by c.created_at, c.id;
select c.id, e.title as element, s.key, (e.position + 1) || '.' || (s.position + 1) as number, s.text as statement, c.author_id, w.name as written_by, c.text, c.asked_user_id, q.name as asked, c.version, c.created_at, c.edited_at, c.resolved_at, c.resolved_by, r.name as resolved_by_name
  from comments c
  join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  join users w on w.tenant_id = c.tenant_id and w.id = c.author_id
  left join users q on q.tenant_id = c.tenant_id and q.id = c.asked_user_id
  left join users r on r.tenant_id = c.tenant_id and r.id = c.resolved_by
  where c.tenant_id = ? and c.assessment_id = ? and (c.author_id = ? or c.asked_user_id = ?)
  order by c.created_at, c.id;

-- features/insight/downloads/subject.queries.ts byId
select *
  from (select id, issuer, subject, provider_email, created_at
  from identities
  where tenant_id = ? and id > ? and user_id = ?) page
  order by id
  limit ?;
select *
  from (select id, device, host(address) as address, method, created_at, last_used_at, expires_at, revoked_at
  from sessions
  where tenant_id = ? and id > ? and user_id = ?) page
  order by id
  limit ?;
select *
  from (select a.id, c.title as content_set, a.year
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = ? and a.id > ? and a.owner_id is not null) page
  order by id
  limit ?;
select *
  from (select a.id, coalesce(a.user_id, a.owner_id) as user_id, u.name, u.email, c.title as content_set, c.version as content_set_version, a.year, a.type, a.status, a.scope_levels[cardinality(a.scope_levels)] as level, array_to_string(a.scope_profiles, ', ') as profiles, d.due_on::text as due_on, a.created_at, a.touched_at, a.completed_at
  from assessments a
  join users u on u.tenant_id = a.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join due_dates d on d.tenant_id = a.tenant_id and d.family_id = c.family_id and d.year = a.year and d.type = a.type
  where a.tenant_id = ? and a.id > ? and coalesce(a.user_id, a.owner_id) = ?) page
  order by id
  limit ?;
select *
  from (select r.id, r.assessment_id, u.name, u.email, coalesce(c.title, r.title) as title, r.year, r.type, r.kind, r.version, r.current_score, r.created_at, format('reports/%s.json', r.id) as path
  from reports r
  join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
  left join content_sets c on c.tenant_id = r.tenant_id and c.id = r.content_set_id
  where r.tenant_id = ? and r.id > ? and true) page
  order by id
  limit ?;
select *
  from (select r.id, r.assessment_id, u.name, u.email, coalesce(c.title, r.title) as title, r.year, r.type, r.kind, r.version, r.current_score, r.created_at, format('reports/%s.json', r.id) as path
  from reports r
  join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
  left join content_sets c on c.tenant_id = r.tenant_id and c.id = r.content_set_id
  where r.tenant_id = ? and r.id > ? and r.user_id = ?) page
  order by id
  limit ?;
select *
  from (select c.id, c.assessment_id, c.report_id, u.name, u.email, c.number, c.code, c.year, c.title, c.scope, c.holder, c.band, c.valid_from::text, c.valid_until::text, c.issued_at, c.revoked_at, c.revoked_reason, c.superseded_at, encode(c.report_hash, 'hex') as report_sha256
  from certifications c
  join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
  where c.tenant_id = ? and c.id > ? and true) page
  order by id
  limit ?;
select *
  from (select c.id, c.assessment_id, c.report_id, u.name, u.email, c.number, c.code, c.year, c.title, c.scope, c.holder, c.band, c.valid_from::text, c.valid_until::text, c.issued_at, c.revoked_at, c.revoked_reason, c.superseded_at, encode(c.report_hash, 'hex') as report_sha256
  from certifications c
  join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
  where c.tenant_id = ? and c.id > ? and c.user_id = ?) page
  order by id
  limit ?;
select *
  from (select h.id, h.assessment_id, u.name, u.email, h.step, h.reason, coalesce(done.name, h.actor_name) as done_by, h.at
  from assessment_events h
  join assessments a on a.tenant_id = h.tenant_id and a.id = h.assessment_id
  join users u on u.tenant_id = a.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  left join users done on done.tenant_id = h.tenant_id and done.id = h.actor_id
  where h.tenant_id = ? and h.id > ? and true) page
  order by id
  limit ?;
select *
  from (select h.id, h.assessment_id, u.name, u.email, h.step, h.reason, coalesce(done.name, h.actor_name) as done_by, h.at
  from assessment_events h
  join assessments a on a.tenant_id = h.tenant_id and a.id = h.assessment_id
  join users u on u.tenant_id = a.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  left join users done on done.tenant_id = h.tenant_id and done.id = h.actor_id
  where h.tenant_id = ? and h.id > ? and coalesce(a.user_id, a.owner_id) = ?) page
  order by id
  limit ?;
select *
  from (select u.id, u.name, u.email, u.pending_email, u.roles, u.organisation_name, u.is_active, exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as has_two_step_verification, u.accepted_terms_version, u.moves_on, u.hides_start, u.muted_mails, u.salesforce_id, u.created_at, u.last_login_at, u.removed_at
  from users u
  where u.tenant_id = ? and u.id > ? and true) page
  order by id
  limit ?;
select *
  from (select u.id, u.name, u.email, u.pending_email, u.roles, u.organisation_name, u.is_active, exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as has_two_step_verification, u.accepted_terms_version, u.moves_on, u.hides_start, u.muted_mails, u.salesforce_id, u.created_at, u.last_login_at, u.removed_at
  from users u
  where u.tenant_id = ? and u.id > ? and u.id = ?) page
  order by id
  limit ?;
select *
  from (select e.id, e.at, e.action, e.action as event, e.actor_id, u.name as done_by, e.subject, e.details, e.request_id, case when e.actor_id is null or u.id is not null then host(c.address) end as address, case when e.actor_id is null or u.id is not null then c.browser end as browser
  from audit_events e
  left join users u on u.tenant_id = e.tenant_id and u.id = e.actor_id
  left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
  where e.tenant_id = ? and e.id > ?) page
  order by id
  limit ?;
select *
  from (select d.id, d.user_id, u.name, u.email, d.kind, e.title as element, (select title
  from content_sets c
  where c.tenant_id = d.tenant_id and c.family_id = d.family_id
  order by version desc
  limit 1) as content_set, d.year, d.type, s.name as sent_by, d.created_at, d.read_at, d.told_on::text as told_on
  from notifications d
  join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
  left join users s on s.tenant_id = d.tenant_id and s.id = d.sent_by and d.kind not in ('due', 'decided')
  left join elements e on e.tenant_id = d.tenant_id and e.id = d.element_id
  where d.tenant_id = ? and d.id > ? and true) page
  order by id
  limit ?;
select *
  from (select d.id, d.user_id, u.name, u.email, d.kind, e.title as element, (select title
  from content_sets c
  where c.tenant_id = d.tenant_id and c.family_id = d.family_id
  order by version desc
  limit 1) as content_set, d.year, d.type, s.name as sent_by, d.created_at, d.read_at, d.told_on::text as told_on
  from notifications d
  join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
  left join users s on s.tenant_id = d.tenant_id and s.id = d.sent_by and d.kind not in ('due', 'decided')
  left join elements e on e.tenant_id = d.tenant_id and e.id = d.element_id
  where d.tenant_id = ? and d.id > ? and d.user_id = ?) page
  order by id
  limit ?;
select *
  from (select f.id, f.assessment_id, u.name, u.email, s.text as statement, f.name as file, f.size, f.media_type, encode(f.sha256, 'hex') as sha256, f.created_at, format('files/%s/%s-%s', f.assessment_id, f.id, f.name) as path, f.file_id as stored_in, f.pieces, f.piece_bytes
  from attachments f
  join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
  join users u on u.tenant_id = a.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join statements s on s.tenant_id = f.tenant_id and s.id = f.statement_id
  where f.tenant_id = ? and f.id > ? and f.status = 'clean' and f.removed_at is null and true) page
  order by id
  limit ?;
select *
  from (select f.id, f.assessment_id, u.name, u.email, s.text as statement, f.name as file, f.size, f.media_type, encode(f.sha256, 'hex') as sha256, f.created_at, format('files/%s/%s-%s', f.assessment_id, f.id, f.name) as path, f.file_id as stored_in, f.pieces, f.piece_bytes
  from attachments f
  join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
  join users u on u.tenant_id = a.tenant_id and u.id = coalesce(a.user_id, a.owner_id)
  join statements s on s.tenant_id = f.tenant_id and s.id = f.statement_id
  where f.tenant_id = ? and f.id > ? and f.status = 'clean' and f.removed_at is null and coalesce(a.user_id, a.owner_id) = ?) page
  order by id
  limit ?;
select *
  from (select p.id, p.assessment_id, c.title as content_set, a.year, s.element, s.number, s.text as statement, p.statement_key, p.title as action, p.owner_id, u.name as owner, p.due_on::text as due_on, p.status, p.note, p.version, p.created_by, m.name as added_by, p.created_at, p.updated_by, e.name as changed_by, p.updated_at
  from actions p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  left join users m on m.tenant_id = p.tenant_id and m.id = p.created_by
  left join users e on e.tenant_id = p.tenant_id and e.id = p.updated_by
  left join lateral ( select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position, e.position as element_position
  from content_sets mine
  join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
  join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
  order by c.id = a.content_set_id desc, c.version desc
  limit 1) s on true
  where p.tenant_id = ? and p.id > ? and (true or true)) page
  order by id
  limit ?;
select *
  from (select p.id, p.assessment_id, c.title as content_set, a.year, s.element, s.number, s.text as statement, p.statement_key, p.title as action, p.owner_id, u.name as owner, p.due_on::text as due_on, p.status, p.note, p.version, p.created_by, m.name as added_by, p.created_at, p.updated_by, e.name as changed_by, p.updated_at
  from actions p
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  left join users m on m.tenant_id = p.tenant_id and m.id = p.created_by
  left join users e on e.tenant_id = p.tenant_id and e.id = p.updated_by
  left join lateral ( select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position, e.position as element_position
  from content_sets mine
  join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
  join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
  join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
  where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
  order by c.id = a.content_set_id desc, c.version desc
  limit 1) s on true
  where p.tenant_id = ? and p.id > ? and (p.owner_id = ? or p.created_by = ?)) page
  order by id
  limit ?;

-- features/insight/downloads/subject.queries.ts listRoles
select "roles"
  from "users"
  where "tenant_id" = ? and "id" = ?;

-- features/insight/downloads/visit-rows.queries.ts visitsOf
select a.id as assessment_id, v.user_id, u.name, u.email, c.title as content_set, a.year, v.seen_at, v.before_at
  from assessment_visits v
  join assessments a on a.tenant_id = v.tenant_id and a.id = v.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
  where v.tenant_id = ? and true
  order by a.id, v.user_id;
select a.id as assessment_id, v.user_id, u.name, u.email, c.title as content_set, a.year, v.seen_at, v.before_at
  from assessment_visits v
  join assessments a on a.tenant_id = v.tenant_id and a.id = v.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
  where v.tenant_id = ? and v.user_id = ?
  order by a.id, v.user_id;

-- features/insight/find/find.queries.ts findAdminUsers
select "u"."id", "u"."name", "u"."email"
  from "users" as "u"
  where "u"."tenant_id" = ? and (u.name_norm like ? or u.email_norm like ?)
  order by "u"."name_norm", "u"."id"
  limit ?;

-- features/insight/find/find.queries.ts findContentSets
select "c"."id", "c"."title", coalesce(c.language, nullif(c.draft->>'language', '')) as "language", "t"."name" as "tenant"
  from "content_sets" as "c"
  inner join "tenants" as "t" on "t"."id" = "c"."tenant_id"
  where true and search_norm(c.title) like ? and not exists (select
  from content_sets later
  where later.tenant_id = c.tenant_id and later.family_id = c.family_id and later.version > c.version)
  order by "c"."title", "c"."id"
  limit ?;
select "c"."id", "c"."title", coalesce(c.language, nullif(c.draft->>'language', '')) as "language", "t"."name" as "tenant"
  from "content_sets" as "c"
  inner join "tenants" as "t" on "t"."id" = "c"."tenant_id"
  where "c"."tenant_id" = any(?::bigint[]) and search_norm(c.title) like ? and not exists (select
  from content_sets later
  where later.tenant_id = c.tenant_id and later.family_id = c.family_id and later.version > c.version)
  order by "c"."title", "c"."id"
  limit ?;

-- features/insight/find/find.queries.ts findOrganisations
select "t"."id", "t"."name", "t"."domain"
  from "tenants" as "t"
  where "t"."id" = ? and ("t"."name_norm" like ? or "t"."domain" like ?)
  order by "t"."name_norm", "t"."id"
  limit ?;
select "t"."id", "t"."name", "t"."domain"
  from "tenants" as "t"
  where "t"."id" = any(?::bigint[]) and ("t"."name_norm" like ? or "t"."domain" like ?)
  order by "t"."name_norm", "t"."id"
  limit ?;

-- features/insight/find/find.queries.ts listFound
select "u"."id", "u"."name", "u"."email", "t"."name" as "tenant"
  from (select "u"."tenant_id", "u"."id"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."removed_at" is null and u.name_norm like ?
  order by "u"."name_norm", "u"."id"
  limit ?) as "found"
  inner join "users" as "u" on "u"."tenant_id" = "found"."tenant_id" and "u"."id" = "found"."id"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  order by "u"."name_norm", "u"."id";
select "u"."id", "u"."name", "u"."email", "t"."name" as "tenant"
  from (select "u"."tenant_id", "u"."id"
  from "users" as "u"
  where "u"."tenant_id" = any(?::bigint[]) and "u"."removed_at" is null and (u.email_norm like ? and u.name_norm not like ?)
  order by "u"."name_norm", "u"."id"
  limit ?) as "found"
  inner join "users" as "u" on "u"."tenant_id" = "found"."tenant_id" and "u"."id" = "found"."id"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  order by "u"."name_norm", "u"."id";

-- features/insight/notifications/notifications.queries.ts listActionDays
select distinct p.due_on::text as day
  from actions p
  where p.tenant_id = ? and p.due_on is not null and p.owner_id is not null and (p.status in ('open', 'in_progress'));

-- features/insight/notifications/notifications.queries.ts listDueActions
select u.id as user_id, u.email as recipient, 'plan_due' as kind, null as by, null as email, a.id as assessment_id, c.title, a.year, null as statement_id, '[]'::json as elements, json_agg(json_build_object('id', p.id, 'title', p.title)
  order by p.id) as actions, (select max(r.id)
  from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action') as report_id, p.due_on::text as due_on
  from actions p
  join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where p.tenant_id = ? and p.due_on = any(?::date[]) and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and true and (u.is_active and u.removed_at is null) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) and 'due' <> all(u.muted_mails)
  group by u.id, u.email, a.tenant_id, a.id, c.title, a.year, p.due_on
  order by u.id, p.due_on, a.id;
select u.id as user_id, u.email as recipient, 'plan_due' as kind, null as by, null as email, a.id as assessment_id, c.title, a.year, null as statement_id, '[]'::json as elements, json_agg(json_build_object('id', p.id, 'title', p.title)
  order by p.id) as actions, (select max(r.id)
  from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action') as report_id, p.due_on::text as due_on
  from actions p
  join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where p.tenant_id = ? and p.due_on = any(?::date[]) and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and u.id = ? and (u.is_active and u.removed_at is null) and (case when a.user_id is not null then u.id = a.user_id else ((u.is_active and u.removed_at is null) and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}') and (u.id = a.owner_id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end) and 'due' <> all(u.muted_mails)
  group by u.id, u.email, a.tenant_id, a.id, c.title, a.year, p.due_on
  order by u.id, p.due_on, a.id;

-- features/insight/notifications/notifications.queries.ts listDueElements
select u.id as user_id, u.email as recipient, 'due' as kind, null as by, null as email, a.id as assessment_id, c.title, a.year, null as statement_id, json_agg(json_build_object('id', e.id, 'title', e.title)
  order by e.position) as elements, '[]'::json as actions, null as report_id, g.due_on::text as due_on
  from element_assignments g
  join users u on u.tenant_id = g.tenant_id and u.id = g.user_id
  join assessments a on a.tenant_id = g.tenant_id and a.id = g.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join elements e on e.tenant_id = g.tenant_id and e.id = g.element_id
  where g.tenant_id = ? and g.due_on = any(?::date[]) and g.done_at is null and true and (u.is_active and u.removed_at is null) and ((a.user_id = u.id or a.owner_id = u.id) or a.approver_id = u.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) and a.status = any(?::text[]) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = g.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and 'due' <> all(u.muted_mails)
  group by u.id, u.email, a.tenant_id, a.id, c.title, a.year, g.due_on
  order by u.id, g.due_on, a.id;
select u.id as user_id, u.email as recipient, 'due' as kind, null as by, null as email, a.id as assessment_id, c.title, a.year, null as statement_id, json_agg(json_build_object('id', e.id, 'title', e.title)
  order by e.position) as elements, '[]'::json as actions, null as report_id, g.due_on::text as due_on
  from element_assignments g
  join users u on u.tenant_id = g.tenant_id and u.id = g.user_id
  join assessments a on a.tenant_id = g.tenant_id and a.id = g.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  join elements e on e.tenant_id = g.tenant_id and e.id = g.element_id
  where g.tenant_id = ? and g.due_on = any(?::date[]) and g.done_at is null and u.id = ? and (u.is_active and u.removed_at is null) and ((a.user_id = u.id or a.owner_id = u.id) or a.approver_id = u.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) and a.status = any(?::text[]) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = g.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and 'due' <> all(u.muted_mails)
  group by u.id, u.email, a.tenant_id, a.id, c.title, a.year, g.due_on
  order by u.id, g.due_on, a.id;

-- features/insight/notifications/notifications.queries.ts listElementDays
select distinct due_on::text as day
  from element_assignments
  where tenant_id = ? and due_on is not null and done_at is null and user_id is not null;

-- features/insight/notifications/notifications.queries.ts listNotifications
select json_agg(n.id
  order by n.id) as ids, n.kind, s.name as by, a.id as assessment_id, c.title, a.year, c.family_id as
  set, st.id as statement_id, min(w.awaited_email) as email, coalesce(json_agg(json_build_object('id', e.id, 'title', e.title)
  order by e.position) filter (where e.id is not null), '[]') as elements, coalesce(json_agg(json_build_object('id', p.id, 'title', p.title)
  order by p.id) filter (where p.id is not null), '[]') as actions, case when n.kind in ('planned', 'plan_due') then (select max(r.id)
  from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action') end as report_id, n.created_at as at, bool_and(n.read_at is not null) as is_read
  from users u
  join notifications n on n.tenant_id = u.tenant_id and n.user_id = u.id
  join assessments a on a.tenant_id = n.tenant_id and a.id = n.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users s on s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null and n.kind not in ('due', 'decided')
  left join elements old on old.tenant_id = n.tenant_id and old.id = n.element_id
  left join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.key = old.key
  left join element_assignments w on n.kind = 'to_invite' and w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.element_id = e.id
  left join actions p on p.tenant_id = n.tenant_id and p.id = n.action_id
  left join statements was on was.tenant_id = n.tenant_id and was.id = n.statement_id
  left join statements st on st.tenant_id = a.tenant_id and st.content_set_id = a.content_set_id and st.key = was.key
  where u.tenant_id = ? and u.id = ? and case n.kind when 'to_invite' then (w.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = w.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and u.roles && ?::text[] and not exists (select
  from one_time_links l
  where l.tenant_id = n.tenant_id and l.email_norm = w.awaited_norm and l.kind = 'invite' and (l.id > n.id or (used_at is null and revoked_at is null and l.expires_at > now())))) else ((a.user_id = u.id or a.owner_id = u.id) or a.approver_id = u.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end
  group by n.kind, n.created_at, s.name, a.id, a.tenant_id, c.title, a.year, c.family_id, st.id, w.awaited_norm
  order by n.created_at desc, max(n.id) desc
  limit ?;

-- features/insight/notifications/notifications.queries.ts listTeamNews
select u.id as user_id, u.email as recipient, n.kind, s.name as by, a.id as assessment_id, c.title, a.year, c.family_id as
  set, st.id as statement_id, min(w.awaited_email) as email, coalesce(json_agg(json_build_object('id', e.id, 'title', e.title)
  order by e.position) filter (where e.id is not null), '[]') as elements, coalesce(json_agg(json_build_object('id', p.id, 'title', p.title)
  order by p.id) filter (where p.id is not null), '[]') as actions, case when n.kind in ('planned', 'plan_due') then (select max(r.id)
  from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action') end as report_id, min(coalesce(g.due_on, p.due_on))::text as due_on
  from notifications n
  join users u on u.tenant_id = n.tenant_id and u.id = n.user_id
  join assessments a on a.tenant_id = n.tenant_id and a.id = n.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users s on s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null and n.kind not in ('due', 'decided')
  left join elements old on old.tenant_id = n.tenant_id and old.id = n.element_id
  left join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.key = old.key
  left join element_assignments w on n.kind = 'to_invite' and w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.element_id = e.id
  left join actions p on p.tenant_id = n.tenant_id and p.id = n.action_id
  left join statements was on was.tenant_id = n.tenant_id and was.id = n.statement_id
  left join statements st on st.tenant_id = a.tenant_id and st.content_set_id = a.content_set_id and st.key = was.key
  left join element_assignments g on g.tenant_id = a.tenant_id and g.assessment_id = a.id and g.element_id = e.id and g.user_id = u.id and g.done_at is null
  where n.tenant_id = ? and n.id = any(?::bigint[]) and true and (u.is_active and u.removed_at is null) and case n.kind when 'to_invite' then (w.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = w.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and u.roles && ?::text[] and not exists (select
  from one_time_links l
  where l.tenant_id = n.tenant_id and l.email_norm = w.awaited_norm and l.kind = 'invite' and (l.id > n.id or (used_at is null and revoked_at is null and l.expires_at > now())))) else ((a.user_id = u.id or a.owner_id = u.id) or a.approver_id = u.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end and case when n.kind in ('approval', 'approved', 'refused', 'decided') then 'decided' when n.kind = 'not_mine' then 'returned' when n.kind = 'planned' then 'assigned' else n.kind end <> all(u.muted_mails) and case n.kind when 'asked' then exists (select
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.statement_id = st.id and q.asked_user_id = u.id and q.resolved_at is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = st.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'approval' then a.approver_id = u.id and exists (select
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and p.approver_id = u.id and p.state = 'asked') when 'not_mine' then exists (select
  from element_assignments f
  where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.element_id = e.id and f.user_id is null and f.awaited_email is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'to_invite' then a.status = any(?::text[]) when 'planned' then p.owner_id = u.id and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'assigned' then g.user_id is not null and a.status = any(?::text[]) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'returned' then g.user_id is not null and a.status = any(?::text[]) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) else true end
  group by u.id, u.email, n.kind, n.created_at, s.name, a.id, a.tenant_id, c.title, a.year, c.family_id, st.id, w.awaited_norm
  order by u.id, min(coalesce(g.due_on, p.due_on)) nulls last, n.created_at, a.id;
select u.id as user_id, u.email as recipient, n.kind, s.name as by, a.id as assessment_id, c.title, a.year, c.family_id as
  set, st.id as statement_id, min(w.awaited_email) as email, coalesce(json_agg(json_build_object('id', e.id, 'title', e.title)
  order by e.position) filter (where e.id is not null), '[]') as elements, coalesce(json_agg(json_build_object('id', p.id, 'title', p.title)
  order by p.id) filter (where p.id is not null), '[]') as actions, case when n.kind in ('planned', 'plan_due') then (select max(r.id)
  from reports r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action') end as report_id, min(coalesce(g.due_on, p.due_on))::text as due_on
  from notifications n
  join users u on u.tenant_id = n.tenant_id and u.id = n.user_id
  join assessments a on a.tenant_id = n.tenant_id and a.id = n.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users s on s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null and n.kind not in ('due', 'decided')
  left join elements old on old.tenant_id = n.tenant_id and old.id = n.element_id
  left join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.key = old.key
  left join element_assignments w on n.kind = 'to_invite' and w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.element_id = e.id
  left join actions p on p.tenant_id = n.tenant_id and p.id = n.action_id
  left join statements was on was.tenant_id = n.tenant_id and was.id = n.statement_id
  left join statements st on st.tenant_id = a.tenant_id and st.content_set_id = a.content_set_id and st.key = was.key
  left join element_assignments g on g.tenant_id = a.tenant_id and g.assessment_id = a.id and g.element_id = e.id and g.user_id = u.id and g.done_at is null
  where n.tenant_id = ? and n.id = any(?::bigint[]) and u.id = ? and (u.is_active and u.removed_at is null) and case n.kind when 'to_invite' then (w.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = w.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and u.roles && ?::text[] and not exists (select
  from one_time_links l
  where l.tenant_id = n.tenant_id and l.email_norm = w.awaited_norm and l.kind = 'invite' and (l.id > n.id or (used_at is null and revoked_at is null and l.expires_at > now())))) else ((a.user_id = u.id or a.owner_id = u.id) or a.approver_id = u.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end and case when n.kind in ('approval', 'approved', 'refused', 'decided') then 'decided' when n.kind = 'not_mine' then 'returned' when n.kind = 'planned' then 'assigned' else n.kind end <> all(u.muted_mails) and case n.kind when 'asked' then exists (select
  from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.statement_id = st.id and q.asked_user_id = u.id and q.resolved_at is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = st.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'approval' then a.approver_id = u.id and exists (select
  from approvals p
  where p.tenant_id = a.tenant_id and p.assessment_id = a.id and p.approver_id = u.id and p.state = 'asked') when 'not_mine' then exists (select
  from element_assignments f
  where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.element_id = e.id and f.user_id is null and f.awaited_email is null) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'to_invite' then a.status = any(?::text[]) when 'planned' then p.owner_id = u.id and (p.status in ('open', 'in_progress')) and ((a.scope_levels is null and a.scope_profiles is null) or not exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.content_set_id = a.content_set_id and x.key = p.statement_key and not ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'assigned' then g.user_id is not null and a.status = any(?::text[]) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) when 'returned' then g.user_id is not null and a.status = any(?::text[]) and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = e.id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) else true end
  group by u.id, u.email, n.kind, n.created_at, s.name, a.id, a.tenant_id, c.title, a.year, c.family_id, st.id, w.awaited_norm
  order by u.id, min(coalesce(g.due_on, p.due_on)) nulls last, n.created_at, a.id;

-- features/insight/notifications/notifications.queries.ts markRead
update notifications
  set read_at = ?
  where tenant_id = ? and user_id = ? and id = any(?::bigint[]) and read_at is null;

-- features/insight/notifications/notifications.queries.ts tagOfNotifications
select md5(concat_ws('-', ?::bigint, max(id), count(*), count(read_at), null)) as tag
  from notifications
  where tenant_id = ? and user_id = ? and kind <> 'prompted';
select md5(concat_ws('-', ?::bigint, max(id), count(*), count(read_at), (select nullif(count(*), 0)
  from notifications n
  join users u on u.tenant_id = n.tenant_id and u.id = n.user_id
  join assessments a on a.tenant_id = n.tenant_id and a.id = n.assessment_id
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  left join users s on s.tenant_id = n.tenant_id and s.id = n.sent_by and s.removed_at is null and n.kind not in ('due', 'decided')
  left join elements old on old.tenant_id = n.tenant_id and old.id = n.element_id
  left join elements e on e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.key = old.key
  left join element_assignments w on n.kind = 'to_invite' and w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.element_id = e.id
  left join actions p on p.tenant_id = n.tenant_id and p.id = n.action_id
  left join statements was on was.tenant_id = n.tenant_id and was.id = n.statement_id
  left join statements st on st.tenant_id = a.tenant_id and st.content_set_id = a.content_set_id and st.key = was.key
  where n.tenant_id = ? and n.user_id = ? and n.kind = 'to_invite' and (w.awaited_email is not null and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.element_id = w.element_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and u.roles && ?::text[] and not exists (select
  from one_time_links l
  where l.tenant_id = n.tenant_id and l.email_norm = w.awaited_norm and l.kind = 'invite' and (l.id > n.id or (used_at is null and revoked_at is null and l.expires_at > now()))))))) as tag
  from notifications
  where tenant_id = ? and user_id = ? and kind <> 'prompted';

-- features/insight/participation/matching.queries.ts listParticipantKeys
select tenant_id, user_id, assessment_id
  from (((select "u"."tenant_id", "u"."id" as "user_id", "a"."id" as "assessment_id", "u"."name_norm", "a"."touched_at", u.removed_at is not null as "is_removed"
  from "users" as "u"
  left join "assessments" as "a" on "a"."tenant_id" = "u"."tenant_id" and "a"."user_id" = "u"."id" and "a"."status" <> ? and (a.tenant_id, a.id) not in ( select own.tenant_id, own.id
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)) t
  join assessments own on own.tenant_id = t.tenant_id and own.user_id = t.user_id and own.year = t.year and own.type = t.type
  join content_sets f on f.tenant_id = own.tenant_id and f.id = own.content_set_id and f.family_id = t.family_id) and a.year = ? and true and true
  where "u"."tenant_id" = ? and ((a.status = any(?::text[]))) and a.id is not null
  order by touched_at asc nulls last, is_removed, name_norm asc, user_id asc, assessment_id asc
  limit ?))
  union all (select u.tenant_id, u.id as user_id, t.assessment_id, u.name_norm, t.touched_at, false as is_removed
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)) t
  join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
  where t.year = ? and case t.status when 'not_started' then 'in_progress' else t.status end = any(?::text[])
  order by touched_at asc nulls last, is_removed, name_norm asc, user_id asc, assessment_id asc
  limit ?)) listed
  order by touched_at asc nulls last, is_removed, name_norm asc, user_id asc, assessment_id asc
  limit ? offset ?;
select tenant_id, user_id, assessment_id
  from (((select "u"."tenant_id", "u"."id" as "user_id", "a"."id" as "assessment_id", "u"."name_norm", "a"."touched_at", false as "is_removed"
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
  where r.current_score is not null)))) and "u"."tenant_id" = ? and u.removed_at is null
  order by name_norm asc, user_id asc, assessment_id asc
  limit ?))
  union all ((select "u"."tenant_id", "u"."id" as "user_id", "a"."id" as "assessment_id", "u"."name_norm", "a"."touched_at", true as "is_removed"
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
  where r.current_score is not null)))) and "u"."tenant_id" = ? and u.removed_at is not null
  order by name_norm asc, user_id asc, assessment_id asc
  limit ?))
  union all (select u.tenant_id, u.id as user_id, t.assessment_id, u.name_norm, t.touched_at, false as is_removed
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[]) and (u.is_active and u.removed_at is null)) t
  join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
  where t.tenant_id = ? and t.user_id = t.owner_id and (t.tenant_id, t.assessment_id) in (select e.tenant_id, e.assessment_id
  from ( with today as materialized ( select t.id, (?::timestamptz at time zone t.time_zone)::date as day
  from tenants t
  where "t"."id" = any(?::bigint[])) select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until, case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
  from certifications c
  join today on today.id = c.tenant_id
  where "c"."tenant_id" = any(?::bigint[]) and c.revoked_at is null and c.superseded_at is null and c.valid_until between (?::timestamptz at time zone ?)::date - ?::int and (?::timestamptz at time zone ?)::date + ?::int and c.valid_until between today.day - ?::int and today.day + ?::int and not exists (select
  from users u
  where u.tenant_id = c.tenant_id and u.id = c.user_id and u.removed_at is not null)) e
  where e.kind = ?) and (t.tenant_id, t.assessment_id) in ( select n.tenant_id, n.assessment_id
  from ( select s.tenant_id, s.id as assessment_id, n.year, n.content_set_id, n.current_score as score
  from assessments s
  cross join lateral ( select r.year, r.content_set_id, r.current_score
  from reports r
  where r.tenant_id = s.tenant_id and r.assessment_id = s.id and r.kind = 'action' and r.type = 'self_assessment'
  order by r.version desc
  limit 1) n
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[])) n
  where n.year = ? and n.score is not null and true and true)
  order by is_removed, name_norm asc, user_id asc, assessment_id asc
  limit ?)) listed
  order by is_removed, name_norm asc, user_id asc, assessment_id asc
  limit ? offset ?;

-- features/insight/participation/participation.queries.ts listParticipantsByKey
select u.*, x.tenant_id, (select t.name
  from tenants t
  where t.id = x.tenant_id) as tenant_name, x.assessment_id, a.*
  from unnest(?::bigint[], ?::bigint[], ?::bigint[]) with ordinality x(tenant_id, person_id, assessment_id, position)
  cross join lateral ( select u.id, u.name, u.email, u.removed_at is not null as is_removed
  from users u
  where u.tenant_id = x.tenant_id and u.id = x.person_id and "u"."tenant_id" = ?
  limit 1) u
  left join lateral ( select case when (a.user_id is null) and a.status = 'not_started' then 'in_progress' else a.status end as status, (a.user_id is null) as is_shared, a.type, a.year, a.touched_at, a.content_set_id, c.title, c.language, (select count(*)::int
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))) as total, ( select count(*)::int
  from ( select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = r.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and r.state in (1, 2) and not r.to_confirm
  group by r.statement_id
  having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null)) answered) as answered
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = x.tenant_id and a.id = x.assessment_id
  limit 1) a on true
  where x.assessment_id is null or a.status is not null
  order by x.position;
select u.*, x.tenant_id, (select t.name
  from tenants t
  where t.id = x.tenant_id) as tenant_name, x.assessment_id, a.*
  from unnest(?::bigint[], ?::bigint[], ?::bigint[]) with ordinality x(tenant_id, person_id, assessment_id, position)
  cross join lateral ( select u.id, u.name, u.email, u.removed_at is not null as is_removed
  from users u
  where u.tenant_id = x.tenant_id and u.id = x.person_id and "u"."tenant_id" = any(?::bigint[])
  limit 1) u
  left join lateral ( select case when (a.user_id is null) and a.status = 'not_started' then 'in_progress' else a.status end as status, (a.user_id is null) as is_shared, a.type, a.year, a.touched_at, a.content_set_id, c.title, c.language, (select count(*)::int
  from statements s
  where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ((s.level_key is null or a.scope_levels is null or s.level_key = any(a.scope_levels)) and (s.profile_keys is null or a.scope_profiles is null or s.profile_keys && a.scope_profiles))) as total, ( select count(*)::int
  from ( select
  from responses r
  where r.tenant_id = a.tenant_id and r.assessment_id = a.id and ((a.scope_levels is null and a.scope_profiles is null) or exists (select
  from statements x
  where x.tenant_id = a.tenant_id and x.id = r.statement_id and ((x.level_key is null or a.scope_levels is null or x.level_key = any(a.scope_levels)) and (x.profile_keys is null or a.scope_profiles is null or x.profile_keys && a.scope_profiles)))) and r.state in (1, 2) and not r.to_confirm
  group by r.statement_id
  having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null)) answered) as answered
  from assessments a
  join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
  where a.tenant_id = x.tenant_id and a.id = x.assessment_id
  limit 1) a on true
  where x.assessment_id is null or a.status is not null
  order by x.position;

-- features/insight/participation/participation.queries.ts listSetIds
select "c"."id"
  from "content_sets" as "c"
  where "c"."tenant_id" = ? and "c"."title" = ?;
select "c"."id"
  from "content_sets" as "c"
  where "c"."tenant_id" = any(?::bigint[]) and "c"."title" = ?;

-- features/insight/participation/participation.queries.ts listTitlesOffered
select distinct "c"."title"
  from "content_sets" as "c"
  where "c"."tenant_id" = ? and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and c.status = 'published'
  order by "c"."title"
  limit ?;
select distinct "c"."title"
  from "content_sets" as "c"
  where "c"."tenant_id" = any(?::bigint[]) and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and c.status = 'published' and "c"."tenant_id" = ?
  order by "c"."title"
  limit ?;

-- features/insight/participation/team-rows.queries.ts countTeamRows
select count(*)
  from (select 1
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = ? and (u.is_active and u.removed_at is null)) t
  join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
  where t.year = ?
  limit ?) found;
select count(*)
  from (select 1
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[]) and (u.is_active and u.removed_at is null)) t
  join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
  where t.year = ? and t.tenant_id = ? and (case t.status when 'not_started' then 'in_progress' else t.status end = any(?::text[]) and coalesce((select false
  from assessments other
  where other.tenant_id = t.tenant_id and other.user_id = t.user_id and other.year = t.year and other.status = 'in_progress' and true and (other.tenant_id, other.id) not in ( select own.tenant_id, own.id
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
  limit 1), true) and (t.tenant_id, t.user_id, t.year) not in ( select team.tenant_id, team.user_id, team.year
  from ( select s.tenant_id, s.id as assessment_id, s.owner_id, s.family_id, s.content_set_id, s.year, s.type, s.status, s.touched_at, s.scope_levels, s.scope_profiles, u.id as user_id
  from assessments s
  cross join lateral ( select s.owner_id as id
  union all select m.user_id
  from assessment_members m
  where m.tenant_id = s.tenant_id and m.assessment_id = s.id and m.left_at is null and m.user_id <> s.owner_id) p
  join users u on u.tenant_id = s.tenant_id and u.id = p.id
  where s.owner_id is not null and "s"."tenant_id" = any(?::bigint[]) and (u.is_active and u.removed_at is null)) team
  where team.status in ('not_started', 'in_progress') and true))
  limit ?) found;

-- features/insight/sent-mails/sent-mails.queries.ts read
select "m"."id", "m"."recipient", "m"."subject", "m"."response", m.sent_at as "sent_at", jsonb_build_object('id', t.id, 'name', t.name) as "tenant"
  from "mails" as "m"
  inner join "tenants" as "t" on "t"."id" = "m"."tenant_id"
  where true and "m"."status" = ? and "m"."sent_at" is not null
  order by "m"."sent_at" desc, "m"."id" desc
  limit ? offset ?;
select "m"."id", "m"."recipient", "m"."subject", "m"."response", m.sent_at as "sent_at", jsonb_build_object('id', t.id, 'name', t.name) as "tenant"
  from "mails" as "m"
  inner join "tenants" as "t" on "t"."id" = "m"."tenant_id"
  where "m"."tenant_id" = any(?::bigint[]) and "m"."status" = ? and "m"."sent_at" is not null and (search_norm(m.recipient) like ? or search_norm(m.subject) like ?)
  order by "m"."sent_at" desc, "m"."id" desc
  limit ? offset ?;

-- features/insight/start/start.queries.ts getStart
select u.hides_start as is_hidden, f.has_framework, case when not f.has_framework then (select min(c.id)
  from content_sets c
  where c.tenant_id = t.id and c.status = 'draft') end as draft_id, exists (select
  from users o
  where o.tenant_id = t.id and o.id <> u.id and o.removed_at is null) or exists (select
  from one_time_links l
  where l.tenant_id = t.id and l.kind = 'invite' and l.used_at is null and l.revoked_at is null) as has_people, t.logo is not null or t.brand_colour <> ? as has_brand
  from users u
  join tenants t on t.id = u.tenant_id
  cross join lateral (select exists (select
  from content_sets c
  where c.tenant_id = t.id and c.status = 'published') as has_framework) f
  where u.tenant_id = ? and u.id = ?;

-- features/insight/system/maintenance.queries.ts endMaintenance
delete from "maintenance";

-- features/insight/system/maintenance.queries.ts findMaintenance
select "since", "reason"
  from "maintenance";

-- features/insight/system/maintenance.queries.ts startMaintenance
insert into "maintenance" ("reason")
  values (?)
  on conflict ("id") do update
  set "reason" = ?;

-- features/insight/system/nodes.queries.ts deleteGoneNodes
delete from "nodes"
  where "seen_at" < now() - interval '1 hour';

-- features/insight/system/nodes.queries.ts deleteNode
delete from "nodes"
  where "id" = ?;

-- features/insight/system/nodes.queries.ts listNodes
select id, name, settings
  from nodes
  where settings is not null and seen_at > now() - interval '1 minute' and version = (select version
  from nodes
  where id = coalesce(?::uuid, id)
  order by seen_at desc
  limit 1)
  order by name, started_at;

-- features/insight/system/nodes.queries.ts saveNode
insert into "nodes" ("id", "name", "version", "settings")
  values (?, …)
  on conflict ("id") do update
  set "seen_at" = now();

-- features/insight/system/system.queries.ts findUnsentMail
select tenant_id as "tenantId", recipient, subject
  from mails
  where true and id = ? and status in ('queued', 'failed');

-- features/insight/system/system.queries.ts getDatabaseSize
select pg_database_size(current_database())::float8 as size;

-- features/insight/system/system.queries.ts getInstallation
select m.name as newest_migration, m.applied_at as migrated_at, pg_database_size(current_database())::float8 as database_size, (select coalesce(json_agg(json_build_object('name', name, 'version', version, 'started_at', started_at)
  order by name, started_at), '[]')
  from nodes
  where seen_at > now() - interval '1 minute') as nodes
  from migrations m
  order by m.name desc
  limit 1;

-- features/insight/system/system.queries.ts getWaiting
select (select coalesce(sum(bytes), 0)::float8
  from (select distinct f.file_id, least(f.size, cardinality(f.pieces) * f.piece_bytes) as bytes
  from attachments f
  where true) files) as attachments_size, (select coalesce(sum(bytes), 0)::float8
  from generated_files
  where true) as downloads_size, (select json_build_object('files', count(*), 'since', min(scanning_since))
  from attachments
  where true and status = 'scanning' and removed_at is null) as scanning, (select json_build_object('queued', count(*) filter (where status = 'queued'), 'failed', count(*) filter (where status = 'failed'))
  from mails
  where true and status in ('queued', 'failed')) as mails;
select (select coalesce(sum(bytes), 0)::float8
  from (select distinct f.file_id, least(f.size, cardinality(f.pieces) * f.piece_bytes) as bytes
  from attachments f
  where "f"."tenant_id" = any(?::bigint[])) files) as attachments_size, (select coalesce(sum(bytes), 0)::float8
  from generated_files
  where "tenant_id" = any(?::bigint[])) as downloads_size, (select json_build_object('files', count(*), 'since', min(scanning_since))
  from attachments
  where "tenant_id" = any(?::bigint[]) and status = 'scanning' and removed_at is null) as scanning, (select json_build_object('queued', count(*) filter (where status = 'queued'), 'failed', count(*) filter (where status = 'failed'))
  from mails
  where "tenant_id" = any(?::bigint[]) and status in ('queued', 'failed')) as mails;

-- features/insight/system/system.queries.ts listQueues
select name, count(*) filter (where state in ('created', 'retry')) as waiting, count(*) filter (where state = 'active') as running, count(*) filter (where state = 'failed') as failed, coalesce(extract(epoch
  from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest
  from pgboss.job
  where state in ('created', 'retry', 'active', 'failed')
  group by name;

-- features/insight/system/system.queries.ts listUnsentMails
select count(*)
  from (select
  from mails m
  join tenants t on t.id = m.tenant_id
  where true and m.status in ('queued', 'failed') and (?::text is null or m.status = ?)
  limit ?) as matches;
select m.id, json_build_object('id', t.id, 'name', t.name) as tenant, m.recipient, m.subject, m.status, m.attempts, m.last_error as reason, m.created_at
  from mails m
  join tenants t on t.id = m.tenant_id
  where true and m.status in ('queued', 'failed') and (?::text is null or m.status = ?)
  order by m.created_at desc, m.id desc
  limit ? offset ?;

-- features/insight/system/system.queries.ts setMailStatus
update "mails"
  set "status" = ?
  where "tenant_id" = ? and "id" = ? and "status" in (?, …);
update "mails"
  set "status" = ?, "text" = ?, "html" = ?
  where "tenant_id" = ? and "id" = ? and "status" in (?, …);
