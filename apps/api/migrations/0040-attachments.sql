-- Every folder of the file store. Its row is there before anything is stored and stays until the folder is empty, so
-- that whatever removes an attachment, and however it ends, leaves behind what says that files have to go.
create table stored_files (
  tenant_id bigint not null references tenants,
  id uuid not null default gen_random_uuid(),
  -- Emptied then; once more when nothing that was being written at that moment can still arrive.
  emptied_at timestamptz,
  primary key (tenant_id, id)
);
select protect('stored_files', 'select, insert, update, delete');

create table attachments (
  tenant_id bigint not null,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  statement_id bigint not null,
  -- Tells a repeated beginning from a new one.
  key uuid not null,
  name text not null,
  size int not null check (size > 0),
  -- Each piece of the file is an object of its own in the folder, under a name that is used once; all but the last
  -- are of this size.
  piece_bytes int not null check (piece_bytes > 0),
  pieces uuid[] not null default '{}',
  file_id uuid not null,
  status text not null default 'uploading' check (status in ('uploading', 'scanning', 'clean', 'quarantined')),
  media_type text check (media_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$'),
  sha256 bytea check (length(sha256) = 32),
  uploaded_by bigint not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, key),
  check (status = 'uploading' or (media_type is not null and sha256 is not null)),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, statement_id) references statements,
  foreign key (tenant_id, file_id) references stored_files
);
create index attachments_of_statement on attachments (tenant_id, statement_id);
create index attachments_of_file on attachments (tenant_id, file_id);
select protect('attachments', 'select, insert, update, delete');

-- How much an organisation's attachments may take together, in bytes.
alter table tenants add attachment_quota bigint not null default 5368709120 check (attachment_quota >= 0);
