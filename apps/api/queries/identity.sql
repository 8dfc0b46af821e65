-- features/identity/account.queries.ts deleteIdentity
delete from "identities"
  where "tenant_id" = ? and "user_id" = ? and "id" = ?;

-- features/identity/account.queries.ts forgetSalesforceId
update "users"
  set "salesforce_id" = ?
  where "tenant_id" = ? and "id" = ?;

-- features/identity/account.queries.ts listIdentities
select "id", "issuer", "connection_id", "is_salesforce", "created_at"
  from "identities"
  where "tenant_id" = ? and "user_id" = ?
  order by "created_at"
  limit ?;

-- features/identity/account.queries.ts listOwnConnections
select "id", "name", "domain", "issuer"
  from "sso_connections"
  where "tenant_id" = ? and "is_active" = ? and ("people_tenant_id" is null or "people_tenant_id" = ?)
  order by "name", "domain"
  limit ?;

-- features/identity/account.queries.ts lockAccount
select "id"
  from "users"
  where "tenant_id" = ? and "id" = ? for update;

-- features/identity/account.queries.ts lockUsers
select
  from tenants
  where id in (select tenant_id
  from users
  where tenant_id = any(?::bigint[]) and id = any(?::bigint[]))
  order by id for key share;
select "tenant_id", "id", "is_active", "roles", "removed_at"
  from "users"
  where tenant_id = any(?::bigint[]) and id = any(?::bigint[])
  order by "id" for update;

-- features/identity/accounts.queries.ts clearPendingEmail
update "users"
  set "pending_email" = ?
  where "tenant_id" = ? and "id" = ? and "pending_email" is not null;

-- features/identity/accounts.queries.ts findPasswordOwner
select "name", "organisation_name"
  from "users"
  where "tenant_id" = ? and "email_norm" = ?;

-- features/identity/accounts.queries.ts findUserForSignIn
select u.id, u.password_hash, u.is_active, exists (select
  from identities i
  left join sso_connections c on c.tenant_id = i.tenant_id and c.issuer = i.issuer and c.is_active and coalesce(c.people_tenant_id, c.tenant_id) = c.tenant_id and coalesce(c.id = i.connection_id, not i.is_salesforce)
  where i.tenant_id = u.tenant_id and i.user_id = u.id and (c.id is not null or i.issuer = ? and i.connection_id is null)) as has_sso, exists (select
  from identities i
  where i.tenant_id = u.tenant_id and i.user_id = u.id) as is_linked
  from users u
  where u.tenant_id = ? and u.email_norm = ?;

-- features/identity/accounts.queries.ts getPasswordHash
select "password_hash"
  from "users"
  where "tenant_id" = ? and "id" = ?;

-- features/identity/accounts.queries.ts getPreferences
select "moves_on"
  from "users"
  where "tenant_id" = ? and "id" = ?;

-- features/identity/accounts.queries.ts getUser
select "u"."id", "u"."name", "u"."email", "u"."roles", "u"."organisation_name", "u"."is_active", "u"."pending_email", "u"."salesforce_id", "u"."last_login_at", "t"."id" as "tenant_id", "t"."name" as "tenant_name", "t"."kind" as "tenant_kind", "t"."domain" as "tenant_domain", u.accepted_terms_version >= coalesce((select max(version)
  from terms
  where must_accept and effective_at <= now()), 0) as "tc_accepted", exists (select
  from authenticators a
  where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as "mfa_enabled", exists (select
  from certifications c
  where c.tenant_id = u.tenant_id and (c.holder_user_id = u.id or c.holder_user_id is null and exists (select
  from assessments a
  where a.tenant_id = c.tenant_id and a.id = c.assessment_id and ((a.user_id = u.id or a.owner_id = u.id) or a.approver_id = u.id or exists (select
  from assessment_members m
  where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)))) and c.revoked_at is null and c.year = extract(year
  from ?::timestamptz at time zone t.time_zone)) as "has_certifications_this_year"
  from "users" as "u"
  inner join "tenants" as "t" on "t"."id" = "u"."tenant_id"
  where "u"."tenant_id" = ? and "u"."id" = ?;

-- features/identity/accounts.queries.ts hasUser
select "id"
  from "users"
  where "tenant_id" = ? and "id" = ?;

-- features/identity/accounts.queries.ts insertUser
insert into "users" ("tenant_id", "name", "email", "roles", "password_hash", "accepted_terms_version")
  values (?, …)
  returning "id";
insert into "users" ("tenant_id", "email", "name", "roles", "organisation_name", "password_hash", "accepted_terms_version")
  values (?, …)
  returning "id";

-- features/identity/accounts.queries.ts isPasswordUnchanged
select "id"
  from "users"
  where "tenant_id" = ? and "id" = ? and "password_hash" = ? and "is_active" = ? for no key update;

-- features/identity/accounts.queries.ts listAuditedOrganisations
select "organisation_id"
  from "tenant_auditors"
  where "tenant_id" = ? and "auditor_id" = ?
  order by "organisation_id";

-- features/identity/accounts.queries.ts listMutedMails
select "muted_mails"
  from "users"
  where "tenant_id" = ? and "id" = ?;

-- features/identity/accounts.queries.ts listTakenEmails
select "email_norm"
  from "users"
  where "tenant_id" = ? and "email_norm" in (?);
select "email_norm"
  from "users"
  where "tenant_id" = ? and "email_norm" in (?, …);

-- features/identity/accounts.queries.ts lockProfile
select "name", "organisation_name"
  from "users"
  where "tenant_id" = ? and "id" = ? for update;

-- features/identity/accounts.queries.ts needsMfaSetup
select "needs_mfa_setup"
  from "signed_in"
  where "tenant_id" = ? and "session_id" = ?;

-- features/identity/accounts.queries.ts updateUser
update "users"
  set "moves_on" = ?
  where "tenant_id" = ? and "id" = ?;
update "users"
  set "name" = ?, "email" = ?, "organisation_name" = ?, "version" = "version" + ?
  where "tenant_id" = ? and "id" = ?;

-- features/identity/challenges.queries.ts deleteChallenges
delete from "mfa_challenges"
  where "tenant_id" = ? and "user_id" = ?;

-- features/identity/challenges.queries.ts deleteEveryChallenge
delete from "mfa_challenges"
  where "tenant_id" = ?;

-- features/identity/challenges.queries.ts insertChallenge
delete from "mfa_challenges"
  where "tenant_id" = ? and "user_id" = ? and "expires_at" < now();
insert into "mfa_challenges" ("tenant_id", "user_id", "expires_at")
  values (?, ?, now() + make_interval(secs => ?))
  returning "id";

-- features/identity/challenges.queries.ts spendChallenge
update "mfa_challenges"
  set "used_at" = now()
  where "tenant_id" = ? and "id" = ? and "user_id" = ? and "used_at" is null;

-- features/identity/challenges.queries.ts takeAttempt
update "mfa_challenges"
  set "attempts" = "attempts" + ?
  where "tenant_id" = ? and "id" = ? and "user_id" = ? and "attempts" < ? and "used_at" is null and "expires_at" > now()
  returning "attempts";

-- features/identity/confirmations.queries.ts getSignIn
select s.method as "method", s.proved_at > now() - make_interval(mins => ?) as "is_fresh", exists (select
  from authenticators a
  where a.tenant_id = s.tenant_id and a.user_id = s.user_id and a.confirmed_at is not null) as "has_mfa"
  from "sessions" as "s"
  where "s"."tenant_id" = ? and "s"."id" = ? and "s"."user_id" = ?;

-- features/identity/confirmations.queries.ts saveConfirmation
update "sessions"
  set "proved_at" = now()
  where "tenant_id" = ? and "id" = ? and "method" = ?;

-- features/identity/end-single-sign-on.queries.ts endSingleSignOn
delete from "handovers"
  where "tenant_id" = ?;
delete from "handover_codes"
  where "tenant_id" = ?;

-- features/identity/mfa/authenticators.queries.ts deleteAuthenticator
delete from "authenticators"
  where "tenant_id" = ? and "user_id" = ?
  returning "confirmed_at";

-- features/identity/mfa/authenticators.queries.ts getMfaStatus
select s.method as "method", "t"."is_mfa_required" as "is_required", exists (select
  from authenticators a
  where a.tenant_id = s.tenant_id and a.user_id = s.user_id and a.confirmed_at is not null) as "is_enabled", (select count(*)
  from recovery_codes r
  where r.tenant_id = s.tenant_id and r.user_id = s.user_id and r.used_at is null) as "recovery_codes_left"
  from "sessions" as "s"
  inner join "tenants" as "t" on "t"."id" = "s"."tenant_id"
  where "s"."tenant_id" = ? and "s"."id" = ? and "s"."user_id" = ?;

-- features/identity/mfa/authenticators.queries.ts insertAuthenticator
insert into "authenticators" ("tenant_id", "user_id", "secret")
  values (?, …)
  on conflict ("tenant_id", "user_id") do update
  set "secret" = ?
  where "authenticators"."confirmed_at" is null;

-- features/identity/mfa/authenticators.queries.ts isMfaOn
select "user_id"
  from "authenticators"
  where "tenant_id" = ? and "user_id" = ? and "confirmed_at" is not null;

-- features/identity/mfa/authenticators.queries.ts lockAuthenticator
select "secret", "last_step"
  from "authenticators"
  where "tenant_id" = ? and "user_id" = ? and "confirmed_at" is null for update;
select "secret", "last_step"
  from "authenticators"
  where "tenant_id" = ? and "user_id" = ? and "confirmed_at" is not null for update;

-- features/identity/mfa/authenticators.queries.ts saveStep
update "authenticators"
  set "last_step" = ?, "secret" = ?, "confirmed_at" = coalesce(confirmed_at, now())
  where "tenant_id" = ? and "user_id" = ?;

-- features/identity/mfa/recovery-codes.queries.ts deleteRecoveryCodes
delete from "recovery_codes"
  where "tenant_id" = ? and "user_id" = ?;

-- features/identity/mfa/recovery-codes.queries.ts replaceRecoveryCodes
insert into "recovery_codes" ("tenant_id", "user_id", "code_hash")
  values (?, …), …;

-- features/identity/mfa/recovery-codes.queries.ts spendRecoveryCode
update "recovery_codes"
  set "used_at" = now()
  where "tenant_id" = ? and "user_id" = ? and "code_hash" in (?) and "used_at" is null;
update "recovery_codes"
  set "used_at" = now()
  where "tenant_id" = ? and "user_id" = ? and "code_hash" in (?, …) and "used_at" is null;

-- features/identity/oidc/oidc.queries.ts findAccountOf
select "u"."tenant_id" as "tenantId", "u"."id" as "userId"
  from "identities" as "i"
  inner join "users" as "u" on "u"."tenant_id" = "i"."tenant_id" and "u"."id" = "i"."user_id"
  where "i"."tenant_id" = any(?::bigint[]) and "i"."is_salesforce" = ? and "i"."issuer" = ? and "i"."subject" = ? and "u"."is_active" = ?
  order by "u"."last_login_at" desc nulls last
  limit ?;

-- features/identity/oidc/oidc.queries.ts insertNonce
delete from "oidc_nonces"
  where "tenant_id" = ? and "expires_at" < now();
insert into "oidc_nonces" ("tenant_id", "nonce_hash", "browser_hash", "expires_at")
  values (?, ?, ?, now() + make_interval(mins => ?));
insert into "oidc_nonces" ("tenant_id", "nonce_hash", "browser_hash", "link_session_id", "expires_at")
  values (?, ?, ?, ?, now() + make_interval(mins => ?));

-- features/identity/oidc/oidc.queries.ts listSsoTenantIds
select "id"
  from "tenants"
  where "status" = ? and "kind" <> ? and "sign_in_mode" <> ?;

-- features/identity/oidc/oidc.queries.ts spendIdToken
delete from "oidc_spent_tokens"
  where "tenant_id" = ? and "expires_at" < now();
insert into "oidc_spent_tokens" ("tenant_id", "token_hash", "expires_at")
  values (?, ?, now() + make_interval(mins => ?))
  on conflict do nothing;

-- features/identity/oidc/oidc.queries.ts storeSalesforceId
update "users"
  set "salesforce_id" = ?
  where "tenant_id" = ? and "id" = ? and "salesforce_id" is null;

-- features/identity/oidc/oidc.queries.ts takeNonce
delete from "oidc_nonces"
  where "tenant_id" = ? and "nonce_hash" = ? and "expires_at" > now()
  returning "browser_hash", "link_session_id", expires_at - make_interval(mins => ?) as "created_at";

-- features/identity/remember-links.queries.ts forgetRemovedLinks
delete from "removed_links"
  where "tenant_id" = ? and "removed_at" < now() - make_interval(days => ?);

-- features/identity/remember-links.queries.ts rememberLinks
insert into "removed_links" ("tenant_id", "user_id", "connection_id", "is_salesforce", "issuer", "provider_email") select "tenant_id", "user_id", "connection_id", "is_salesforce", "issuer", "provider_email"
  from "identities"
  where "tenant_id" = ? and "id" = ? and "provider_email" is not null and ("is_salesforce" = ? or "connection_id" is not null);
insert into "removed_links" ("tenant_id", "user_id", "connection_id", "is_salesforce", "issuer", "provider_email") select "tenant_id", "user_id", "connection_id", "is_salesforce", "issuer", "provider_email"
  from "identities"
  where "tenant_id" = any(?::bigint[]) and "connection_id" = ? and "provider_email" is not null and ("is_salesforce" = ? or "connection_id" is not null);

-- features/identity/secrets.queries.ts listAuthenticatorSecrets
select "user_id", "secret"
  from "authenticators"
  where "tenant_id" = ?;

-- features/identity/secrets.queries.ts listClientSecrets
select "id", "client_secret"
  from "sso_connections"
  where "tenant_id" = ? and "client_secret" is not null;

-- features/identity/secrets.queries.ts replaceAuthenticatorSecret
update "authenticators"
  set "secret" = ?
  where "tenant_id" = ? and "user_id" = ? and "secret" = ?;

-- features/identity/sessions.queries.ts countSessions
select count(*) as "count"
  from "sessions"
  where "tenant_id" = any(?::bigint[]) and "revoked_at" is null and expires_at > now() and last_used_at > now() - make_interval(hours => ?);

-- features/identity/sessions.queries.ts findRefreshToken
select "s"."id" as "session_id", "s"."user_id", r.replaced_at is not null as "is_replaced", r.replaced_at is not null and r.replaced_at > now() - make_interval(secs => ?) as "is_in_grace"
  from "refresh_tokens" as "r"
  inner join "sessions" as "s" on "s"."tenant_id" = "r"."tenant_id" and "s"."id" = "r"."session_id"
  inner join "users" as "u" on "u"."tenant_id" = "s"."tenant_id" and "u"."id" = "s"."user_id"
  where "r"."tenant_id" = ? and "r"."token_hash" = ? and "r"."expires_at" > now() and "s"."revoked_at" is null and "s"."expires_at" > now() and "u"."is_active" = ?;

-- features/identity/sessions.queries.ts insertRefreshToken
insert into "refresh_tokens" ("tenant_id", "session_id", "token_hash", "expires_at")
  values (?, ?, ?, now() + make_interval(hours => ?))
  on conflict do nothing;

-- features/identity/sessions.queries.ts insertSession
update "users"
  set "last_login_at" = now()
  where "tenant_id" = ? and "id" = ?;
insert into "sessions" ("tenant_id", "user_id", "device", "address", "method", "expires_at")
  values (?, ?, ?, ?, ?, now() + make_interval(days => ?))
  returning "id";
insert into "sessions" ("tenant_id", "user_id", "device", "address", "method", "connection_id", "is_salesforce", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, now() + make_interval(days => ?))
  returning "id";

-- features/identity/sessions.queries.ts listSessions
select "id", "device", "address", "created_at", "last_used_at"
  from "sessions"
  where "tenant_id" = ? and "user_id" = ? and "revoked_at" is null and expires_at > now() and last_used_at > now() - make_interval(hours => ?)
  order by "last_used_at" desc
  limit ?;

-- features/identity/sessions.queries.ts replaceRefreshToken
update "refresh_tokens"
  set "replaced_at" = now()
  where "tenant_id" = ? and "token_hash" = ? and "replaced_at" is null and "expires_at" > now();

-- features/identity/sessions.queries.ts revokeEverySession
update "sessions"
  set "revoked_at" = now()
  where "tenant_id" = ? and "revoked_at" is null;

-- features/identity/sessions.queries.ts revokeOtherSessions
update "sessions"
  set "revoked_at" = now()
  where "tenant_id" = ? and "user_id" = ? and "id" <> ? and "revoked_at" is null
  returning expires_at > now() and last_used_at > now() - make_interval(hours => ?) as "is_alive";

-- features/identity/sessions.queries.ts revokeSession
update "sessions"
  set "revoked_at" = now()
  where "tenant_id" = ? and "id" = ? and "user_id" = ? and "revoked_at" is null;

-- features/identity/sessions.queries.ts touchSession
update "sessions"
  set "last_used_at" = now(), "address" = ?
  where "tenant_id" = ? and "id" = ?;

-- features/identity/sso/assign-identities.queries.ts assignIdentities
lock table identities in share row exclusive mode;
select
  from identities i
  where i.connection_id is null and not i.is_salesforce
  limit 1;

-- features/identity/sso/assign-identities.queries.ts assignToConnections
with vouching as ( select i.tenant_id, i.id, i.subject, i.user_id, ( select min(c.id)
  from sso_connections c
  where (c.tenant_id = i.tenant_id or c.people_tenant_id = i.tenant_id) and c.issuer = i.issuer and c.created_at <= i.created_at and coalesce(c.domain = l.details->>'domain', true)
  having count(*) = 1) as connection_id
  from identities i
  left join lateral (select e.details
  from audit_events e
  where e.tenant_id = i.tenant_id and e.action in ('identity.linked', 'user.created_by_sso') and e.subject = 'user ' || i.user_id and e.details->>'issuer' = i.issuer
  order by e.id desc
  limit 1) l on true
  where i.connection_id is null and not i.is_salesforce) update identities i
  set connection_id = v.connection_id
  from vouching v
  where i.tenant_id = v.tenant_id and i.id = v.id and v.connection_id is not null and i.connection_id is null and not i.is_salesforce and not exists (select
  from identities o
  where o.tenant_id = v.tenant_id and o.connection_id = v.connection_id and (o.subject = v.subject or o.user_id = v.user_id));

-- features/identity/sso/assign-identities.queries.ts assignToSalesforce
with vouched as ( select i.tenant_id, i.id, i.subject, i.user_id
  from identities i
  left join lateral (select e.details
  from audit_events e
  where e.tenant_id = i.tenant_id and e.action in ('identity.linked', 'user.created_by_sso') and e.subject = 'user ' || i.user_id and e.details->>'issuer' = i.issuer
  order by e.id desc
  limit 1) l on true
  where i.connection_id is null and not i.is_salesforce and i.issuer = ? and not coalesce(l.details ? 'domain', false) and ( not coalesce(l.details ? 'by_hand', true) or not exists (select
  from sso_connections c
  where (c.tenant_id = i.tenant_id or c.people_tenant_id = i.tenant_id) and c.issuer = i.issuer) and not exists (select
  from audit_events e
  where e.tenant_id = i.tenant_id and ( e.action = 'sso.created' and e.details->>'issuer' = i.issuer or e.action = 'sso.changed' and e.details->>'changed' ~ '\missuer\M')))) update identities i
  set is_salesforce = true
  from vouched v
  where i.tenant_id = v.tenant_id and i.id = v.id and i.connection_id is null and not i.is_salesforce and not exists (select
  from identities o
  where o.tenant_id = v.tenant_id and o.is_salesforce and o.issuer = ? and (o.subject = v.subject or o.user_id = v.user_id));

-- features/identity/sso/connections.queries.ts deleteConnection
delete from "sso_connections"
  where "tenant_id" = ? and "id" = ?;

-- features/identity/sso/connections.queries.ts findConnection
select "id", "domain", "name", "kind", "issuer", "client_id", "client_secret", "entry_point", "idp_certificate", "creates_users", "people_tenant_id", "has_own_address", "required_contexts"
  from "sso_connections"
  where "tenant_id" = ? and "id" = ? and "is_active" = ?;
select "id", "domain", "name", "kind", "issuer", "client_id", "client_secret", "entry_point", "idp_certificate", "creates_users", "people_tenant_id", "has_own_address", "required_contexts"
  from "sso_connections"
  where "tenant_id" = ? and "domain" = ? and "is_active" = ?;

-- features/identity/sso/connections.queries.ts insertConnection
insert into "sso_connections" ("tenant_id", "kind", "domain", "name", "creates_users", "issuer", "client_id", "client_secret", "id", "required_contexts", "people_tenant_id")
  values (?, …)
  on conflict ("tenant_id", "domain") do nothing;
insert into "sso_connections" ("tenant_id", "kind", "domain", "name", "creates_users", "issuer", "entry_point", "idp_certificate", "id", "required_contexts", "people_tenant_id")
  values (?, …)
  on conflict ("tenant_id", "domain") do nothing;

-- features/identity/sso/connections.queries.ts isTurnedOff
select "id"
  from "sso_connections"
  where "tenant_id" = ? and "id" = ? and "is_active" = ?;
select "id"
  from "sso_connections"
  where "tenant_id" = ? and "issuer" = ? and "is_active" = ?;

-- features/identity/sso/connections.queries.ts listAllConnections
select "id", "domain", "name", "kind", "issuer", "client_id", "client_secret", "entry_point", "idp_certificate", "creates_users", "people_tenant_id", "has_own_address", "required_contexts", "is_active", "version"
  from "sso_connections"
  where "tenant_id" = ?
  order by "domain";

-- features/identity/sso/connections.queries.ts listConnections
select "domain", "name"
  from "sso_connections"
  where "tenant_id" = ? and "is_active" = ?
  order by "name", "domain"
  limit ?;

-- features/identity/sso/connections.queries.ts listSamlConnections
select "id", "domain", "name", "kind", "issuer", "client_id", "client_secret", "entry_point", "idp_certificate", "creates_users", "people_tenant_id", "has_own_address", "required_contexts"
  from "sso_connections"
  where "tenant_id" = ? and "kind" = ? and "issuer" = ? and "is_active" = ?
  order by "domain";

-- features/identity/sso/connections.queries.ts updateConnection
update "sso_connections"
  set "name" = ?, "version" = version + 1
  where "tenant_id" = ? and "id" = ?
  returning "id", "domain", "name", "kind", "issuer", "client_id", "client_secret", "entry_point", "idp_certificate", "creates_users", "people_tenant_id", "has_own_address", "required_contexts";
update "sso_connections"
  set "name" = ?, "issuer" = ?, "client_secret" = ?, "version" = version + 1
  where "tenant_id" = ? and "id" = ?
  returning "id", "domain", "name", "kind", "issuer", "client_id", "client_secret", "entry_point", "idp_certificate", "creates_users", "people_tenant_id", "has_own_address", "required_contexts";

-- features/identity/sso/end-connection.queries.ts deleteIdentitiesOf
delete from "identities" as "i" using "users" as "u"
  where "i"."tenant_id" = ? and "i"."connection_id" = ? and "u"."tenant_id" = "i"."tenant_id" and "u"."id" = "i"."user_id"
  returning "u"."tenant_id", "u"."email", "u"."roles", "i"."provider_email";
delete from "identities" as "i" using "users" as "u"
  where "i"."tenant_id" = any(?::bigint[]) and "i"."connection_id" = ? and "u"."tenant_id" = "i"."tenant_id" and "u"."id" = "i"."user_id"
  returning "u"."tenant_id", "u"."email", "u"."roles", "i"."provider_email";

-- features/identity/sso/end-connection.queries.ts endHandoversOf
with "ended" as (delete from "handover_codes"
  where "tenant_id" = ? and "connection_id" = ?
  returning *) insert into "handover_codes" ("tenant_id", "code_hash", "challenge", "user_id", "expires_at") select "tenant_id", sha256(code_hash) as "code_hash", "challenge", "user_id", "expires_at"
  from "ended";
with "ended" as (delete from "handover_codes"
  where "tenant_id" = any(?::bigint[]) and "connection_id" = ?
  returning *) insert into "handover_codes" ("tenant_id", "code_hash", "challenge", "user_id", "expires_at") select "tenant_id", sha256(code_hash) as "code_hash", "challenge", "user_id", "expires_at"
  from "ended";
with "ended" as (delete from "handovers"
  where "tenant_id" = ? and "connection_id" = ?
  returning *) insert into "handovers" ("tenant_id", "id_hash", "browser_hash", "target_tenant_id", "person_id", "expires_at") select "tenant_id", sha256(id_hash) as "id_hash", "browser_hash", "target_tenant_id", "person_id", "expires_at"
  from "ended";
with "ended" as (delete from "handovers"
  where "tenant_id" = any(?::bigint[]) and "connection_id" = ?
  returning *) insert into "handovers" ("tenant_id", "id_hash", "browser_hash", "target_tenant_id", "person_id", "expires_at") select "tenant_id", sha256(id_hash) as "id_hash", "browser_hash", "target_tenant_id", "person_id", "expires_at"
  from "ended";

-- features/identity/sso/end-connection.queries.ts endSignInsOf
update "sso_transactions"
  set "state_hash" = sha256(state_hash), "finish_hash" = sha256(finish_hash), "nonce" = ?, "verifier" = ?, "request_id" = ?, "person" = ?
  where "tenant_id" = ? and "connection_id" = ? and ("verifier" is not null or "request_id" is not null);
update "sso_transactions"
  set "state_hash" = sha256(state_hash), "finish_hash" = sha256(finish_hash), "nonce" = ?, "verifier" = ?, "request_id" = ?, "person" = ?
  where "tenant_id" = any(?::bigint[]) and "connection_id" = ? and ("verifier" is not null or "request_id" is not null);

-- features/identity/sso/end-connection.queries.ts listUnassigned
select "i"."id", "i"."issuer", "i"."created_at" as "linked_at", "u"."id" as "user_id", "u"."name" as "user_name"
  from "identities" as "i"
  inner join "users" as "u" on "u"."tenant_id" = "i"."tenant_id" and "u"."id" = "i"."user_id"
  where "i"."tenant_id" = ? and "i"."connection_id" is null and "i"."is_salesforce" = ?
  order by "u"."name", "i"."id"
  limit ?;

-- features/identity/sso/end-connection.queries.ts revokeSsoSessions
update "sessions"
  set "revoked_at" = now()
  where "tenant_id" = ? and "method" = ? and true and "id" <> ? and "revoked_at" is null and "expires_at" > now();
update "sessions"
  set "revoked_at" = now()
  where "tenant_id" = any(?::bigint[]) and "method" = ? and (connection_id = ? or connection_id is null and not is_salesforce) and "id" <> ? and "revoked_at" is null and "expires_at" > now();

-- features/identity/sso/handover.queries.ts findTarget
select "target_tenant_id"
  from "handovers"
  where "tenant_id" = ? and "id_hash" = ?;

-- features/identity/sso/handover.queries.ts hasEnded
select "expires_at"
  from "handovers"
  where "tenant_id" = ? and "id_hash" = sha256(?::bytea)
  union all select "expires_at"
  from "handover_codes"
  where "tenant_id" = ? and "code_hash" = sha256(?::bytea);

-- features/identity/sso/handover.queries.ts insertHandover
delete from "handovers"
  where "tenant_id" = ? and "expires_at" < now();
insert into "handovers" ("tenant_id", "id_hash", "browser_hash", "target_tenant_id", "person_id", "connection_id", "is_salesforce", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?));

-- features/identity/sso/handover.queries.ts insertHandoverCode
delete from "handover_codes"
  where "tenant_id" = ? and "expires_at" < now();
insert into "handover_codes" ("tenant_id", "code_hash", "challenge", "user_id", "connection_id", "is_salesforce", "expires_at")
  values (?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?));

-- features/identity/sso/handover.queries.ts takeHandover
delete from "handovers"
  where "tenant_id" = ? and "id_hash" = ? and "expires_at" > now()
  returning "browser_hash", "person_id", "connection_id", "is_salesforce";

-- features/identity/sso/handover.queries.ts takeHandoverCode
delete from "handover_codes" as "c" using "users" as "u"
  where "c"."tenant_id" = ? and "c"."code_hash" = ? and "c"."expires_at" > now() and "u"."tenant_id" = "c"."tenant_id" and "u"."id" = "c"."user_id"
  returning "c"."challenge", "c"."user_id", "c"."connection_id", "c"."is_salesforce", "u"."is_active";

-- features/identity/sso/identities.queries.ts findByEmail
select "u"."id", "u"."email", "u"."is_active", "u"."roles", exists (select
  from identities i
  where i.tenant_id = u.tenant_id and i.user_id = u.id and (i.is_salesforce and i.issuer = ?)) as "is_linked"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."email_norm" = ?;
select "u"."id", "u"."email", "u"."is_active", "u"."roles", exists (select
  from identities i
  where i.tenant_id = u.tenant_id and i.user_id = u.id and (i.connection_id = ? and i.issuer = ?)) as "is_linked"
  from "users" as "u"
  where "u"."tenant_id" = ? and "u"."email_norm" = ?;

-- features/identity/sso/identities.queries.ts findByIdentity
select "u"."id", "u"."email", "u"."is_active", "u"."roles"
  from "identities" as "i"
  inner join "users" as "u" on "u"."tenant_id" = "i"."tenant_id" and "u"."id" = "i"."user_id"
  where "i"."tenant_id" = ? and (i.is_salesforce and i.issuer = ?) and i.subject = ?
  order by i.subject = ? desc
  limit ?;
select "u"."id", "u"."email", "u"."is_active", "u"."roles"
  from "identities" as "i"
  inner join "users" as "u" on "u"."tenant_id" = "i"."tenant_id" and "u"."id" = "i"."user_id"
  where "i"."tenant_id" = ? and (i.connection_id = ? and i.issuer = ?) and (i.subject_norm = lower(?) and btrim(i.subject, e' \t\r\n') = ?)
  order by i.subject = ? desc
  limit ?;

-- features/identity/sso/identities.queries.ts findByProviderEmail
select u.id, u.email, u.is_active, u.roles, exists (select
  from identities i
  where i.tenant_id = u.tenant_id and i.user_id = u.id and (i.is_salesforce and i.issuer = ?)) as is_linked
  from ( select i.user_id, null::timestamptz as removed_at
  from identities i
  where i.tenant_id = ? and (i.is_salesforce and i.issuer = ?) and i.provider_email = ?
  union all select i.user_id, i.removed_at
  from removed_links i
  where i.tenant_id = ? and (i.is_salesforce and i.issuer = ?) and i.provider_email = ? and i.removed_at > now() - make_interval(days => ?) ) known
  join users u on u.tenant_id = ? and u.id = known.user_id
  order by is_linked desc, known.removed_at desc
  limit 1;
select u.id, u.email, u.is_active, u.roles, exists (select
  from identities i
  where i.tenant_id = u.tenant_id and i.user_id = u.id and (i.connection_id = ? and i.issuer = ?)) as is_linked
  from ( select i.user_id, null::timestamptz as removed_at
  from identities i
  where i.tenant_id = ? and (i.connection_id = ? and i.issuer = ?) and i.provider_email = ?
  union all select i.user_id, i.removed_at
  from removed_links i
  where i.tenant_id = ? and (i.connection_id = ? and i.issuer = ?) and i.provider_email = ? and i.removed_at > now() - make_interval(days => ?) ) known
  join users u on u.tenant_id = ? and u.id = known.user_id
  order by is_linked desc, known.removed_at desc
  limit 1;

-- features/identity/sso/identities.queries.ts insertIdentity
delete from "identities"
  where "tenant_id" = ? and "connection_id" = ? and "issuer" <> ? and ("subject" = ? or "user_id" = ?);
delete from "identities"
  where "tenant_id" = ? and "user_id" = ? and "issuer" = ? and "connection_id" is null and "is_salesforce" = ?;
insert into "identities" ("tenant_id", "issuer", "subject", "user_id", "connection_id", "is_salesforce")
  values (?, …)
  on conflict do nothing;

-- features/identity/sso/identities.queries.ts insertSsoUser
insert into "users" ("tenant_id", "email", "name", "roles")
  values (?, …)
  on conflict ("tenant_id", "email_norm") do nothing
  returning "id", "email", "is_active", "roles";

-- features/identity/sso/identities.queries.ts keepProviderEmail
delete from removed_links i
  where i.tenant_id = ? and (i.is_salesforce and i.issuer = ?) and (i.user_id = ? or i.provider_email = ?);
delete from removed_links i
  where i.tenant_id = ? and (i.connection_id = ? and i.issuer = ?) and (i.user_id = ? or i.provider_email = ?);
update identities i
  set provider_email = null
  where i.tenant_id = ? and (i.is_salesforce and i.issuer = ?) and i.user_id <> ? and i.provider_email = ?;
update identities i
  set provider_email = ?
  where i.tenant_id = ? and (i.connection_id = ? and i.issuer = ?) and i.user_id = ? and i.provider_email is distinct
  from ?;

-- features/identity/sso/transactions.queries.ts endTransaction
delete from "sso_transactions"
  where "tenant_id" = ? and "state_hash" = ?;

-- features/identity/sso/transactions.queries.ts findEnded
select "c"."is_active", "c"."domain", "t"."redirect", "t"."link_session_id"
  from "sso_transactions" as "t"
  left join "sso_connections" as "c" on "c"."tenant_id" = "t"."tenant_id" and "c"."id" = "t"."connection_id"
  where "t"."tenant_id" = ? and ("t"."state_hash" = sha256(?::bytea) or "t"."finish_hash" = sha256(?::bytea)) and "t"."expires_at" > now();

-- features/identity/sso/transactions.queries.ts hasRequest
select "state_hash"
  from "sso_transactions"
  where "tenant_id" = ? and "request_id" = ? and "answered_at" is null and "expires_at" > now();

-- features/identity/sso/transactions.queries.ts insertTransaction
delete from "sso_transactions"
  where "tenant_id" = ? and "expires_at" < now();
insert into "sso_transactions" ("tenant_id", "connection_id", "browser_hash", "redirect", "state_hash", "request_id", "expires_at")
  values (?, ?, ?, ?, ?, ?, now() + make_interval(mins => ?));
insert into "sso_transactions" ("tenant_id", "connection_id", "browser_hash", "redirect", "link_session_id", "state_hash", "nonce", "verifier", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, now() + make_interval(mins => ?));

-- features/identity/sso/transactions.queries.ts storeAnswer
update "sso_transactions"
  set "finish_hash" = ?, "person" = ?
  where "tenant_id" = ? and "state_hash" = ?;

-- features/identity/sso/transactions.queries.ts takeAnswer
update "sso_transactions"
  set "finish_hash" = ?
  where "tenant_id" = ? and "finish_hash" = ? and "expires_at" > now()
  returning "state_hash", "connection_id", "browser_hash", "redirect", "link_session_id", "person";

-- features/identity/sso/transactions.queries.ts takeRequest
update "sso_transactions"
  set "answered_at" = now()
  where "tenant_id" = ? and "state_hash" = ? and "request_id" is not null and "answered_at" is null and "expires_at" > now()
  returning "connection_id", "request_id", "redirect", "link_session_id", "created_at";

-- features/identity/sso/transactions.queries.ts takeTransaction
update "sso_transactions"
  set "answered_at" = now()
  where "tenant_id" = ? and "state_hash" = ? and "request_id" is null and "answered_at" is null and "expires_at" > now()
  returning "state_hash", "connection_id", "browser_hash", "redirect", "link_session_id", "nonce", "verifier", "created_at";
