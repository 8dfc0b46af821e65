-- features/people/access.queries.ts listAdminUsers
select "a"."auditor_id", "t"."id", "t"."name"
  from "tenant_auditors" as "a"
  inner join "tenants" as "t" on "t"."id" = "a"."organisation_id"
  where "a"."tenant_id" = ?
  order by "t"."name";
select "u"."id", "u"."name", "u"."email", "u"."roles", "u"."is_active", "u"."last_login_at", "u"."version", exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as "mfaEnabled"
  from "users" as "u"
  where "u"."tenant_id" = ?;

-- features/people/access.queries.ts lockGodAdmins
select "id"
  from "users"
  where "tenant_id" = ? and "is_active" = ? and 'god-admin' = any(roles)
  order by "id" for update;

-- features/people/access.queries.ts raiseVersionOf
update "users"
  set "version" = version + 1
  where "tenant_id" = ? and "id" = any(?::bigint[]);

-- features/people/access.queries.ts replaceAssignments
delete from "tenant_auditors"
  where "tenant_id" = ? and "auditor_id" = ?;
insert into "tenant_auditors" ("tenant_id", "auditor_id", "organisation_id")
  values (?, …);

-- features/people/access.queries.ts updateAdminUser
update "users"
  set "name" = ?, "roles" = ?, "is_active" = ?, "version" = version + 1
  where "tenant_id" = ? and "id" = ?;

-- features/people/invitations.queries.ts listInvitations
select "l"."id", "l"."email", "l"."roles", "l"."created_at", "l"."expires_at", "u"."name" as "invited_by", jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform', 'status', case when t.moving_at is null then t.status else 'moving' end) as "organisation", case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end as "status", l.expires_at - make_interval(hours => ?::int) as "sent_at"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  left join "users" as "u" on "u"."id" = "l"."invited_by" and u.tenant_id in (l.tenant_id, ?)
  where "l"."kind" = ? and true
  order by "l"."created_at" desc, "l"."id" desc
  limit ? offset ?;
select "l"."id", "l"."email", "l"."roles", "l"."created_at", "l"."expires_at", "u"."name" as "invited_by", jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform', 'status', case when t.moving_at is null then t.status else 'moving' end) as "organisation", case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end as "status", l.expires_at - make_interval(hours => ?::int) as "sent_at"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  left join "users" as "u" on "u"."id" = "l"."invited_by" and u.tenant_id in (l.tenant_id, ?)
  where "l"."kind" = ? and "l"."tenant_id" = ? and (position(? in t.name_norm) > 0 or position(? in u.name_norm) > 0) and case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end = any(?::text[])
  order by "l"."created_at" desc, "l"."id" desc
  limit ? offset ?;

-- features/people/invitations.queries.ts listInvitationsById
select "l"."id", "l"."email", "l"."roles", "l"."created_at", "l"."expires_at", "u"."name" as "invited_by", jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform', 'status', case when t.moving_at is null then t.status else 'moving' end) as "organisation", case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end as "status", l.expires_at - make_interval(hours => ?::int) as "sent_at"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  left join "users" as "u" on "u"."id" = "l"."invited_by" and u.tenant_id in (l.tenant_id, ?)
  where "l"."kind" = ? and "l"."tenant_id" = ? and "l"."id" = any(?::bigint[])
  order by "l"."id";
select "l"."id", "l"."email", "l"."roles", "l"."created_at", "l"."expires_at", "u"."name" as "invited_by", jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform', 'status', case when t.moving_at is null then t.status else 'moving' end) as "organisation", case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end as "status", l.expires_at - make_interval(hours => ?::int) as "sent_at"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  left join "users" as "u" on "u"."id" = "l"."invited_by" and u.tenant_id in (l.tenant_id, ?)
  where "l"."kind" = ? and "l"."tenant_id" <> ? and "l"."id" = any(?::bigint[])
  order by "l"."id";

-- features/people/invitations.queries.ts listInvitedEmails
select "email_norm"
  from "one_time_links"
  where "tenant_id" = ? and "email_norm" in (?) and "kind" = ? and used_at is null and revoked_at is null and "expires_at" > now();
select "email_norm"
  from "one_time_links"
  where "tenant_id" = ? and "email_norm" in (?, …) and "kind" = ? and used_at is null and revoked_at is null and "expires_at" > now();

-- features/people/invitations.queries.ts listTasks
select c.title, (select d.due_on::text
  from due_dates d
  where d.tenant_id = c.tenant_id and d.family_id = c.family_id and d.year = ? and d.type = 'self_assessment') as due_on, (select count(*)
  from statements s
  where s.tenant_id = c.tenant_id and s.content_set_id = c.id) as statements
  from content_sets c
  where c.tenant_id = ? and ((c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case ? when 'certification' then c.offers_certification else c.offers_self_assessment end) and not exists ( select
  from (select *
  from content_sets c
  where (c.status = 'published' and (c.year_from <= ? and (c.year_to is null or c.year_to >= ?)) and case ? when 'certification' then c.offers_certification else c.offers_self_assessment end)) newer
  where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))
  order by c.published_at desc, c.id desc;

-- features/people/invitations.queries.ts lockInvitation
select "l"."email", "l"."roles", case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end as "status"
  from "one_time_links" as "l"
  where "l"."tenant_id" = ? and "l"."id" = ? and "l"."kind" = ? for update;

-- features/people/invitations.queries.ts revokeExpired
update "one_time_links"
  set "revoked_at" = now()
  where "tenant_id" = ? and "email_norm" in (?) and "kind" = ? and used_at is null and revoked_at is null and "expires_at" <= now();
update "one_time_links"
  set "revoked_at" = now()
  where "tenant_id" = ? and "email_norm" in (?, …) and "kind" = ? and used_at is null and revoked_at is null and "expires_at" <= now();

-- features/people/invitations.queries.ts revokeInvitation
update "one_time_links"
  set "revoked_at" = now()
  where "tenant_id" = ? and "id" = ?;

-- features/people/user-list.queries.ts listUserKeys
select id, tenant_id, is_invited
  from ((select "u"."id", "u"."tenant_id", "u"."name_norm", "u"."email_norm", "u"."is_active", "u"."last_login_at", "t"."name" as "tenant_name", false as "is_invited"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = ? and "u"."removed_at" is null
  order by name_norm asc, id asc, is_invited asc )
  union all (select "l"."id", "l"."tenant_id", '' as "name_norm", "l"."email_norm", false as "is_active", null::timestamptz as "last_login_at", "t"."name" as "tenant_name", true as "is_invited"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  where "l"."tenant_id" = ? and "l"."kind" = ? and used_at is null and revoked_at is null
  order by name_norm asc, id asc, is_invited asc )) listed
  order by name_norm asc, id asc, is_invited asc;
select id, tenant_id, is_invited
  from ((select "u"."id", "u"."tenant_id", "u"."name_norm", "u"."email_norm", "u"."is_active", "u"."last_login_at", "t"."name" as "tenant_name", false as "is_invited"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = ? and "u"."removed_at" is null and "u"."tenant_id" = ? and "u"."email_norm" like ?
  order by tenant_name asc, tenant_id asc, name_norm asc, id asc, is_invited asc
  limit ?)
  union all (select "l"."id", "l"."tenant_id", '' as "name_norm", "l"."email_norm", false as "is_active", null::timestamptz as "last_login_at", "t"."name" as "tenant_name", true as "is_invited"
  from "one_time_links" as "l"
  inner join "tenants" as "t" on "t"."id" = "l"."tenant_id"
  where "l"."tenant_id" = ? and "l"."kind" = ? and used_at is null and revoked_at is null and "l"."tenant_id" = ? and "l"."email_norm" like ?
  order by tenant_name asc, tenant_id asc, name_norm asc, id asc, is_invited asc
  limit ?)) listed
  order by tenant_name asc, tenant_id asc, name_norm asc, id asc, is_invited asc
  limit ? offset ?;

-- features/people/user-list.queries.ts listUsersByKey
select "u"."id", "u"."name", "u"."email", "u"."roles", "u"."is_active", "u"."last_login_at", "t"."id" as "tenant_id", "t"."name" as "tenant_name"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = ? and "u"."removed_at" is null and "u"."id" = any(?::bigint[]);
select "u"."id", "u"."name", "u"."email", "u"."roles", "u"."is_active", "u"."last_login_at", "t"."id" as "tenant_id", "t"."name" as "tenant_name"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = any(?::bigint[]) and "u"."removed_at" is null and "u"."id" = any(?::bigint[]);

-- features/people/user-list.queries.ts listWithoutAdmin
select "t"."name"
  from "tenants" as "t"
  where "t"."id" = any(?::bigint[]) and not exists (select
  from users u
  where u.tenant_id = t.id and u.is_active and u.removed_at is null and 'admin' = any(u.roles))
  order by "t"."name";

-- features/people/users/sign-ins.queries.ts listSignIns
select "u"."id", "u"."tenant_id", "t"."domain" as "tenant", "u"."email", "u"."name", "u"."roles", "u"."is_active", u.password_hash is not null as "has_password", exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as "mfa_enabled", "u"."last_login_at", array(select case when i.is_salesforce then 'Salesforce' else coalesce(c.name, i.issuer) end
  from identities i
  left join sso_connections c on c.tenant_id = i.tenant_id and c.id = i.connection_id
  where i.tenant_id = u.tenant_id and i.user_id = u.id
  order by i.created_at) as "identities"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = ? and "u"."removed_at" is null
  order by "t"."domain", "u"."name_norm", "u"."id"
  limit ?;
select "u"."id", "u"."tenant_id", "t"."domain" as "tenant", "u"."email", "u"."name", "u"."roles", "u"."is_active", u.password_hash is not null as "has_password", exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as "mfa_enabled", "u"."last_login_at", array(select case when i.is_salesforce then 'Salesforce' else coalesce(c.name, i.issuer) end
  from identities i
  left join sso_connections c on c.tenant_id = i.tenant_id and c.id = i.connection_id
  where i.tenant_id = u.tenant_id and i.user_id = u.id
  order by i.created_at) as "identities"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = any(?::bigint[]) and "u"."removed_at" is null and (u.name_norm like ? or u.email_norm like ?)
  order by "t"."domain", "u"."name_norm", "u"."id"
  limit ?;

-- features/people/users/user-record.queries.ts anonymiseUser
update "users"
  set "name" = ?, "email" = ?, "password_hash" = ?, "organisation_name" = ?, "pending_email" = ?, "salesforce_id" = ?, "last_login_at" = ?, "is_active" = ?, "moves_on" = ?, "hides_start" = ?, "muted_mails" = ?, "roles" = ?, "removed_at" = now()
  where "tenant_id" = ? and "id" = ?;

-- features/people/users/user-record.queries.ts deletePrivateRows
delete from "digests"
  where "tenant_id" = ? and "user_id" = ?;
delete from "presence"
  where "tenant_id" = ? and "user_id" = ?;
delete from "sessions"
  where "tenant_id" = ? and "user_id" = ?;
delete from "identities"
  where "tenant_id" = ? and "user_id" = ?;
delete from one_time_links
  where tenant_id = ? and email_norm = ?;
delete from "one_time_links"
  where "tenant_id" = ? and "user_id" = ?;
delete from tenant_auditors
  where tenant_id = ? and auditor_id = ?;
delete from "notifications"
  where "tenant_id" = ? and "user_id" = ?;
delete from "removed_links"
  where "tenant_id" = ? and "user_id" = ?;
delete from "authenticators"
  where "tenant_id" = ? and "user_id" = ?;
delete from "handover_codes"
  where "tenant_id" = ? and "user_id" = ?;
delete from "mfa_challenges"
  where "tenant_id" = ? and "user_id" = ?;
delete from "generated_files"
  where "tenant_id" = ? and "user_id" = ?;
delete from "statement_marks"
  where "tenant_id" = ? and "user_id" = ?;
delete from "assessment_visits"
  where "tenant_id" = ? and "user_id" = ?;
update element_assignments
  set awaited_email = null
  where tenant_id = ? and awaited_norm = ?;
update mails
  set recipient = '', subject = '', text = '', html = '', status = case when status in ('queued', 'failed') then 'discarded' else status end
  where tenant_id = ? and lower(recipient) = ?;

-- features/people/users/user-record.queries.ts deleteUser
delete from "users"
  where "tenant_id" = ? and "id" = ?;

-- features/people/users/user-record.queries.ts findOrganisationOf
select "tenant_id"
  from "users"
  where "tenant_id" = ? and "id" = ? and "removed_at" is null;
select "tenant_id"
  from "users"
  where "tenant_id" = any(?::bigint[]) and "id" = ? and "removed_at" is null;

-- features/people/users/user-record.queries.ts getUserDetails
select "u"."id", "u"."version", "u"."name", "u"."email", "u"."pending_email", "u"."organisation_name", "u"."roles", "u"."is_active", "u"."created_at", "u"."last_login_at", "t"."id" as "tenant_id", "t"."name" as "tenant_name", "t"."domain" as "tenant_domain", t.kind = 'public' as "is_public", t.sign_in_mode as "sign_in_mode", case when t.moving_at is null then t.status else 'moving' end as "status", u.password_hash is not null as "has_password", exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as "mfa_enabled", (select count(*)
  from assessments a
  where a.tenant_id = u.tenant_id and u.id in (a.user_id, a.owner_id)) as "assessments", (select count(*)
  from reports r
  where r.tenant_id = u.tenant_id and r.user_id = u.id) as "reports", (select coalesce(json_agg(agg), '[]')
  from (select "i"."id", "i"."issuer", "i"."provider_email" as "address", "i"."created_at" as "linked_at", case when i.is_salesforce then 'Salesforce' else coalesce(c.name, '') end as "name"
  from "identities" as "i"
  left join "sso_connections" as "c" on "c"."tenant_id" = "i"."tenant_id" and "c"."id" = "i"."connection_id"
  where "i"."tenant_id" = "u"."tenant_id" and "i"."user_id" = "u"."id"
  order by "i"."created_at") as agg) as "identities"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = ? and "u"."id" = ? and "u"."removed_at" is null;

-- features/people/users/user-record.queries.ts hasSharedWork
select "tenant_id"
  from "reports"
  where "tenant_id" = ? and "user_id" = ?
  limit ?;
select "tenant_id"
  from "actions"
  where "tenant_id" = ? and "owner_id" = ?
  limit ?;
select "tenant_id"
  from "approvals"
  where "tenant_id" = ? and "asked_by" = ?
  limit ?;
select "tenant_id"
  from "approvals"
  where "tenant_id" = ? and "approver_id" = ?
  limit ?;
select "tenant_id"
  from "comments"
  where "tenant_id" = ? and "author_id" = ?
  limit ?;
select "tenant_id"
  from "comments"
  where "tenant_id" = ? and "asked_user_id" = ?
  limit ?;
select "tenant_id"
  from "assessments"
  where "tenant_id" = ? and "user_id" = ?
  limit ?;
select "tenant_id"
  from "assessments"
  where "tenant_id" = ? and "approver_id" = ?
  limit ?;
select "tenant_id"
  from "certifications"
  where "tenant_id" = ? and "user_id" = ?
  limit ?;
select "tenant_id"
  from "certifications"
  where "tenant_id" = ? and "holder_user_id" = ?
  limit ?;
select "tenant_id"
  from "assessment_members"
  where "tenant_id" = ? and "user_id" = ?
  limit ?;
select "tenant_id"
  from "element_assignments"
  where "tenant_id" = ? and "user_id" = ?
  limit ?;
select "tenant_id"
  from "element_assignments"
  where "tenant_id" = ? and "suggested_id" = ?
  limit ?;
