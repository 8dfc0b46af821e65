-- Mailed links of every kind. A link that somebody asks for (register, reset) is written without a signature: a job
-- then looks whether the address is known, so that the answer and its work cannot tell.
alter table one_time_links
  drop constraint one_time_links_kind_check,
  add constraint one_time_links_kind_check check (kind in ('email-change', 'register', 'invite', 'reset')),
  alter user_id drop not null,
  alter signature_hash drop not null,
  add email_norm text not null generated always as (lower(email)) stored,
  add roles text[] check (roles <@ array['god-admin', 'admin', 'user', 'auditor'] and cardinality(roles) > 0),
  add invited_by bigint,
  add created_at timestamptz not null default now(),
  add revoked_at timestamptz,
  add constraint one_time_links_invite_roles check ((kind = 'invite') = (roles is not null)),
  add foreign key (tenant_id, invited_by) references users on delete set null (invited_by);
create index one_time_links_of_email on one_time_links (tenant_id, email_norm);
create index one_time_links_of_inviter on one_time_links (tenant_id, invited_by);
create unique index one_time_links_open_invite on one_time_links (tenant_id, email_norm)
  where kind = 'invite' and used_at is null and revoked_at is null;
