-- Every folder of the file store. The row is inserted before a file is stored and deleted after the folder is empty, so
-- that no file is forgotten, however its attachment was removed.
create table stored_files (
  tenant_id bigint not null references tenants,
  id uuid not null default gen_random_uuid(),
  -- The folder is emptied again later, when no write that was in progress can still arrive.
  emptied_at timestamptz,
  primary key (tenant_id, id)
);
select protect('stored_files', 'select, insert, update, delete');

create table attachments (
  tenant_id bigint not null,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  statement_id bigint not null,
  -- Distinguishes a repeated start of an upload from a new one.
  key uuid not null,
  name text not null,
  size int not null check (size > 0),
  -- Each piece of the file is an object in the folder, under a name that is used once. All but the last have this size.
  piece_bytes int not null check (piece_bytes > 0),
  pieces uuid[] not null default '{}',
  file_id uuid not null,
  status text not null default 'uploading' check (status in ('uploading', 'scanning', 'clean', 'quarantined')),
  media_type text check (media_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$'),
  sha256 bytea check (length(sha256) = 32),
  uploaded_by bigint not null,
  created_at timestamptz not null default now(),
  -- When the file started to wait for the virus scanner.
  scanning_since timestamptz not null default now(),
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, key),
  check (status = 'uploading' or (media_type is not null and sha256 is not null)),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, statement_id) references statements,
  foreign key (tenant_id, file_id) references stored_files
);
create index attachments_of_file on attachments (tenant_id, file_id);
create index attachments_of_statement on attachments (tenant_id, statement_id);
create index attachments_scanning on attachments (tenant_id, scanning_since) where status = 'scanning';
select protect('attachments', 'select, insert, update, delete');

-- A mail is inserted by the transaction that causes it and keeps its Message-ID over all attempts.
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
