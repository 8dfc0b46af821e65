-- features/organisations/retention/retention.queries.ts countOldAssessments
select a.year, count(*) as count
  from assessments a
  where a.tenant_id = ? and a.year <= ? and not exists (select
  from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.revoked_at is null and c.superseded_at is null and c.valid_until >= ?::date)
  group by a.year
  order by a.year;

-- features/organisations/retention/retention.queries.ts deleteClientsBefore
delete from audit_clients
  where tenant_id = ? and at < make_timestamptz(?::int, 1, 1, 0, 0, 0, ?);

-- features/organisations/retention/retention.queries.ts deleteMails
delete from mails
  where (tenant_id, id) in (select tenant_id, id
  from mails
  where "tenant_id" = any(?::bigint[]) and status in ('sent', 'discarded') and coalesce(sent_at, created_at) < now() - make_interval(days => ?)
  limit ?);

-- features/organisations/retention/retention.queries.ts deleteOldAssessments
delete from assessments
  where (tenant_id, id) in ( select a.tenant_id, a.id
  from assessments a
  where a.tenant_id = ? and a.year <= ? and not exists (select
  from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.revoked_at is null and c.superseded_at is null and c.valid_until >= ?::date)
  order by a.year, a.id
  limit ? for update skip locked)
  returning year;

-- features/organisations/retention/retention.queries.ts deletePresence
delete from presence
  where tenant_id = ? and seen_at < now() - interval '1 hour';

-- features/organisations/retention/retention.queries.ts emptyMails
update mails
  set text = '', html = ''
  where (tenant_id, id) in (select tenant_id, id
  from mails
  where "tenant_id" = any(?::bigint[]) and status in ('sent', 'discarded') and (text <> '' or html <> '')
  limit ?);

-- features/organisations/retention/retention.queries.ts forgetAwaited
delete from element_assignments e using assessments a
  where e.tenant_id = ? and e.awaited_email is not null and a.tenant_id = e.tenant_id and a.id = e.assessment_id and a.year < ?;

-- features/organisations/retention/retention.queries.ts forgetEndedSessions
update sessions
  set address = null
  where tenant_id = ? and address is not null and (revoked_at is not null or expires_at < now() or last_used_at < now() - interval '1 day');

-- features/organisations/retention/retention.queries.ts listRetention
select "id", "time_zone" as "timeZone", "retention_years" as "years"
  from "tenants"
  where "status" = ?
  order by "id";

-- features/organisations/tenants/organisation-settings.queries.ts assignAuditors
delete from "tenant_auditors"
  where "tenant_id" = ? and "organisation_id" = ?;
insert into "tenant_auditors" ("tenant_id", "organisation_id", "auditor_id")
  values (?, …);

-- features/organisations/tenants/organisation-settings.queries.ts getSettings
select "t"."version", "t"."removal_at", "t"."brand_colour", "t"."time_zone", "t"."retention_years", "t"."is_mfa_required", t.sign_in_mode as "sign_in_mode", t.logo is not null as "has_logo", encode(sha256(t.logo), 'hex') as "logo_version", substring(t.logo
  from 17 for 8) as "logoHead", (select count(*)
  from one_time_links l
  where l.tenant_id = t.id and l.kind = 'invite' and l.used_at is null and l.revoked_at is null and l.expires_at > now()) as "open_invitations", (select count(*)
  from users u
  where u.tenant_id = t.id and (u.is_active and u.removed_at is null)) as "active_users", (select count(*)
  from users u
  where u.tenant_id = t.id and (u.is_active and u.removed_at is null) and not exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null)) as "without_mfa", (select count(*)
  from sso_connections c
  where c.tenant_id = t.id and c.is_active) as "active_connections", (select coalesce(sum(bytes), 0)::float8
  from (select distinct f.file_id, least(f.size, cardinality(f.pieces) * f.piece_bytes) as bytes
  from attachments f
  where f.tenant_id = t.id) files) as "attachment_bytes", "t"."attachment_quota"
  from "tenants" as "t"
  where "t"."id" = ?;

-- features/organisations/tenants/organisation-settings.queries.ts insertTenant
insert into "tenants" ("id", "name", "domain")
  values (?, …)
  on conflict do nothing;
insert into "tenants" ("id", "name", "domain", "brand_colour")
  values (?, …)
  on conflict do nothing;

-- features/organisations/tenants/organisation-settings.queries.ts isDomainTaken
select "id"
  from "tenants"
  where "domain" = ?;

-- features/organisations/tenants/organisation-settings.queries.ts listAssignableAuditors
select "id", "name"
  from "users"
  where "tenant_id" = ? and "is_active" = ? and "roles" @> array['auditor']
  order by "name";

-- features/organisations/tenants/organisation-settings.queries.ts lockLogo
select encode(sha256(t.logo), 'hex') as "version"
  from "tenants" as "t"
  where "t"."id" = ? for update;

-- features/organisations/tenants/organisation-settings.queries.ts updateTenant
update "tenants"
  set "logo" = ?
  where "id" = ?;
update "tenants"
  set "name" = ?, "brand_colour" = ?, "time_zone" = ?, "retention_years" = ?
  where "id" = ?;

-- features/organisations/tenants/organisation-states.queries.ts countValidCertificates
select count(*) as "count"
  from "certifications"
  where "tenant_id" = ? and "revoked_at" is null and "superseded_at" is null and valid_until >= current_date;

-- features/organisations/tenants/organisation-states.queries.ts listOrganisationStates
select "t"."domain" as "label", "t"."name", case when t.moving_at is null then t.status else 'moving' end as "status", "t"."removal_at", coalesce(u.users, 0) as "users", (select coalesce(sum(bytes), 0)::float8
  from (select distinct f.file_id, least(f.size, cardinality(f.pieces) * f.piece_bytes) as bytes
  from attachments f
  where f.tenant_id = t.id) files) as "attachment_bytes", "t"."attachment_quota", "u"."last_login_at"
  from "tenants" as "t"
  left join ( select tenant_id, count(*) as users, max(last_login_at) as last_login_at
  from users
  where "tenant_id" = any(?::bigint[]) and removed_at is null
  group by tenant_id) as "u" on "u"."tenant_id" = "t"."id"
  where "t"."id" = any(?::bigint[]) and t.kind <> 'platform'
  order by "t"."domain";

-- features/organisations/tenants/organisations.queries.ts findOrganisation
select "t"."id", "t"."name", "t"."domain", case when t.moving_at is null then t.status else 'moving' end as "status", t.kind = 'public' as "is_public", (select count(*)
  from users u
  where u.tenant_id = t.id and u.removed_at is null) as "users", ( select count(*)
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = any(?::text[])) as "assessments_in_progress", ( select count(*)
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = any(?::text[])) as "assessments_completed", (select coalesce(json_agg(agg), '[]')
  from (select "u"."id", "u"."name"
  from "tenant_auditors" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."auditor_id"
  where "a"."tenant_id" = ? and "a"."organisation_id" = "t"."id"
  order by "u"."name") as agg) as "auditor"
  from "tenants" as "t"
  where "t"."id" = ?;

-- features/organisations/tenants/organisations.queries.ts listAuditorNames
select "u"."id", "u"."name"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."id" in (select a.auditor_id
  from tenant_auditors a
  where a.tenant_id = ? and "a"."organisation_id" = ?)
  order by "u"."name_norm", "u"."id";
select "u"."id", "u"."name"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."id" in (select a.auditor_id
  from tenant_auditors a
  where a.tenant_id = ? and "a"."organisation_id" = any(?::bigint[]))
  order by "u"."name_norm", "u"."id";

-- features/organisations/tenants/organisations.queries.ts listOrganisationNames
select "t"."id", "t"."name", t.kind = 'public' as "is_public"
  from "tenants" as "t"
  where "t"."id" = ?
  order by "t"."name_norm", "t"."id";
select "t"."id", "t"."name", t.kind = 'public' as "is_public"
  from "tenants" as "t"
  where "t"."id" = any(?::bigint[])
  order by "t"."name_norm", "t"."id";

-- features/organisations/tenants/organisations.queries.ts readOrganisations
select "t"."id", "t"."name", "t"."domain", case when t.moving_at is null then t.status else 'moving' end as "status", t.kind = 'public' as "is_public", (select count(*)
  from users u
  where u.tenant_id = t.id and u.removed_at is null) as "users", ( select count(*)
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = any(?::text[])) as "assessments_in_progress", ( select count(*)
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = any(?::text[])) as "assessments_completed", (select coalesce(json_agg(agg), '[]')
  from (select "u"."id", "u"."name"
  from "tenant_auditors" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."auditor_id"
  where "a"."tenant_id" = ? and "a"."organisation_id" = "t"."id"
  order by "u"."name") as agg) as "auditor"
  from "tenants" as "t"
  where "t"."id" = ?
  order by "t"."name_norm" asc, "t"."id" asc
  limit ? offset ?;
select "t"."id", "t"."name", "t"."domain", case when t.moving_at is null then t.status else 'moving' end as "status", t.kind = 'public' as "is_public", (select count(*)
  from users u
  where u.tenant_id = t.id and u.removed_at is null) as "users", ( select count(*)
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = any(?::text[])) as "assessments_in_progress", ( select count(*)
  from assessments a
  where a.tenant_id = t.id and a.year = ? and a.status = any(?::text[])) as "assessments_completed", (select coalesce(json_agg(agg), '[]')
  from (select "u"."id", "u"."name"
  from "tenant_auditors" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."auditor_id"
  where "a"."tenant_id" = ? and "a"."organisation_id" = "t"."id"
  order by "u"."name") as agg) as "auditor"
  from "tenants" as "t"
  where "t"."id" <> ? and exists (select
  from tenant_auditors a
  where a.tenant_id = ? and a.organisation_id = t.id and a.auditor_id = any(?::bigint[]))
  order by "t"."name_norm" asc, "t"."id" asc
  limit ? offset ?;

-- features/organisations/terms/acceptances.queries.ts countAcceptances
select count(*) as "count"
  from "terms_acceptances" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."user_id"
  where true and "a"."terms_id" = ?;
select count(*) as "count"
  from "terms_acceptances" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."user_id"
  where "a"."tenant_id" = ? and "a"."terms_id" = ? and ("u"."name_norm" like ? or ("u"."email_norm" like ? and "u"."removed_at" is null));

-- features/organisations/terms/acceptances.queries.ts listAcceptances
select "a"."user_id", "u"."name", case when u.removed_at is null then u.email end as "email", "t"."name" as "tenant", "a"."accepted_at", "a"."address", "a"."addition_version"
  from "terms_acceptances" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."user_id"
  inner join "tenants" as "t" on "t"."id" = "a"."tenant_id"
  where true and "a"."terms_id" = ?
  order by "a"."accepted_at" desc, "a"."user_id"
  limit ? offset ?;
select "a"."user_id", "u"."name", case when u.removed_at is null then u.email end as "email", "t"."name" as "tenant", "a"."accepted_at", "a"."address", "a"."addition_version"
  from "terms_acceptances" as "a"
  inner join "users" as "u" on "u"."tenant_id" = "a"."tenant_id" and "u"."id" = "a"."user_id"
  inner join "tenants" as "t" on "t"."id" = "a"."tenant_id"
  where "a"."tenant_id" = ? and "a"."terms_id" = ? and ("u"."name_norm" like ? or ("u"."email_norm" like ? and "u"."removed_at" is null))
  order by "a"."accepted_at" desc, "a"."user_id"
  limit ? offset ?;

-- features/organisations/terms/acceptances.queries.ts requireVersion
select "id"
  from "terms"
  where "id" = ?;

-- features/organisations/terms/terms-editing.queries.ts countActiveUsers
select count(*) as "count"
  from "users"
  where true and "is_active" = ?;
select count(*) as "count"
  from "users"
  where "tenant_id" = any(?::bigint[]) and "is_active" = ?;

-- features/organisations/terms/terms-editing.queries.ts deleteDraft
delete from "terms_drafts"
  where "tenant_id" = ? and "version" = ?;

-- features/organisations/terms/terms-editing.queries.ts findDraft
select "d"."text", "d"."what_changed", "d"."must_accept", d.effective_on::text as "effective_on", "d"."version", "d"."saved_at", "u"."name" as "saved_by"
  from "terms_drafts" as "d"
  left join "users" as "u" on "u"."tenant_id" = "d"."tenant_id" and "u"."id" = "d"."saved_by"
  where "d"."tenant_id" = ?
  order by "d"."of_version" desc
  limit ?;

-- features/organisations/terms/terms-editing.queries.ts insertOrganisationTerms
insert into terms_additions (tenant_id, version, text) select ?, ?, ?
  from terms_additions
  where tenant_id = ?
  having coalesce(max(version), 0) = ?
  on conflict do nothing;

-- features/organisations/terms/terms-editing.queries.ts insertVersion
insert into "terms" ("version", "text", "what_changed", "must_accept", "effective_at")
  values ((select coalesce(max(version), 0) + 1
  from terms), ?, ?, ?, greatest(now(), coalesce(?::date::timestamp at time zone ?, now())))
  returning "version";

-- features/organisations/terms/terms-editing.queries.ts listOrganisationTerms
select "version", "text", "published_at"
  from "terms_additions"
  where "tenant_id" = ?
  order by "version" desc;

-- features/organisations/terms/terms-editing.queries.ts listVersions
select *, (select count(*)
  from terms_acceptances a
  where true and a.terms_id = t.id) as "accepted", t.effective_at > now() as "is_coming"
  from "terms" as "t"
  order by "t"."version" desc;
select *, (select count(*)
  from terms_acceptances a
  where "a"."tenant_id" = any(?::bigint[]) and a.terms_id = t.id) as "accepted", t.effective_at > now() as "is_coming"
  from "terms" as "t"
  order by "t"."version" desc;

-- features/organisations/terms/terms-editing.queries.ts writeDraft
update "terms_drafts"
  set "text" = ?, "what_changed" = ?, "must_accept" = ?, "effective_on" = ?::date, "saved_by" = ?, "version" = nextval('terms_draft_versions'), "saved_at" = now()
  where "tenant_id" = ? and "version" = ?;
insert into "terms_drafts" ("tenant_id", "of_version", "text", "what_changed", "must_accept", "effective_on", "saved_by")
  values (?, (select coalesce(max(version), 0) + 1
  from terms), ?, ?, ?, ?::date, ?)
  on conflict do nothing;
