-- While an organisation moves to another installation, and at the old one afterwards, it can be read but not changed.
-- The previous release takes it for suspended.
alter table tenants add moving_at timestamptz check (moving_at is null or status = 'suspended');

create or replace view signed_in with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, u.id, u.name, u.email, u.roles,
    not exists (
      select from terms
      where must_accept and version > u.accepted_terms_version and effective_at <= now()) as has_accepted_terms,
    t.is_mfa_required and s.method = 'password' and not exists (
      select from authenticators a
      where a.tenant_id = u.tenant_id and a.user_id = u.id and a.confirmed_at is not null) as needs_mfa_setup,
    t.moving_at is not null as is_moving
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  where s.revoked_at is null and s.expires_at > now() and u.is_active and (t.status = 'active' or t.moving_at is not null);
