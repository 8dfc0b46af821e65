create table users (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  email text not null,
  -- lower() is not leakproof, so an index on it is dead under row security: a stored column is not.
  email_norm text not null generated always as (lower(email)) stored,
  name text not null,
  password_hash text,
  roles text[] not null default '{user}' check (roles <@ array['god-admin', 'admin', 'user', 'auditor'] and cardinality(roles) > 0),
  organisation_name text,
  is_active boolean not null default true,
  pending_email text,
  accepted_terms_version int not null default 0,
  salesforce_id text,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, email_norm)
);
select protect('users', 'select, insert, update, delete');

-- Which auditors of the platform see which organisations.
create table tenant_auditors (
  tenant_id bigint not null references tenants,
  auditor_id bigint not null,
  organisation_id bigint not null references tenants on delete cascade,
  primary key (tenant_id, auditor_id, organisation_id),
  foreign key (tenant_id, auditor_id) references users on delete cascade
);
select protect('tenant_auditors', 'select, insert, delete');

-- A session is one family of refresh tokens.
create table sessions (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index sessions_of_user on sessions (tenant_id, user_id);
select protect('sessions', 'select, insert, update, delete');

create table refresh_tokens (
  tenant_id bigint not null references tenants,
  token_hash bytea not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index refresh_tokens_of_session on refresh_tokens (tenant_id, session_id);
select protect('refresh_tokens', 'select, insert, update, delete');

-- Mailed links: single use, kept as hashes.
create table one_time_links (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  kind text not null check (kind in ('email-change')),
  user_id bigint not null,
  email text not null,
  signature_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, signature_hash),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index one_time_links_of_user on one_time_links (tenant_id, user_id);
select protect('one_time_links', 'select, insert, update, delete');

create table terms_acceptances (
  tenant_id bigint not null references tenants,
  user_id bigint not null,
  terms_id bigint not null references terms,
  accepted_at timestamptz not null default now(),
  address text not null,
  primary key (tenant_id, user_id, terms_id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('terms_acceptances', 'select, insert');

-- Append-only: no role that serves may update or delete.
create table audit_events (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  at timestamptz not null default now(),
  actor_id bigint,
  action text not null,
  subject text,
  details jsonb not null default '{}',
  request_id text,
  primary key (tenant_id, id)
);
create index audit_events_by_time on audit_events (tenant_id, at desc);
select protect('audit_events', 'select, insert');

-- A mail is written in the transaction that causes it and keeps its Message-ID over every try.
create table mails (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  message_id text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, message_id)
);
select protect('mails', 'select, insert, update');
