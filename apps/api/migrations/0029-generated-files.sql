-- Files that take time to create: content sets as files, reports as PDF, and all data of an organisation or a user.
create table generated_files (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  kind text not null check (kind in ('content-export', 'report-pdf', 'own-data', 'whole-data')),
  name text not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  -- How long the job usually takes, for the progress that users see.
  expected_ms int not null default 0,
  -- What an export is of.
  content_set_id bigint,
  format text check (format in ('json', 'xlsx')),
  -- What the job of a PDF still has to print, as JSON, and its hash.
  print text,
  print_hash bytea,
  -- A small file, or a large one in the file store: each piece is an object in the folder, and all but the last have the
  -- same size.
  file bytea,
  file_id uuid,
  pieces uuid[] not null default '{}',
  bytes bigint,
  -- How many attached files the store had lost, so that a download says what it doesn't have.
  missing_files int not null default 0,
  created_at timestamptz not null default now(),
  -- Can be a god-admin, who belongs to another organisation.
  created_by bigint not null,
  -- Whose personal data the file has. It goes with them.
  user_id bigint generated always as (case when kind <> 'content-export' then created_by end) stored,
  primary key (tenant_id, id),
  check ((status = 'ready') = (file is not null or bytes is not null)),
  check ((kind = 'content-export') = (content_set_id is not null and format is not null)),
  check ((kind = 'report-pdf') = (print_hash is not null)),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, file_id) references stored_files
);
-- Compressing a file of 20 MB takes a processor for seconds, and most are compressed already.
alter table generated_files alter column file set storage external;
create index generated_files_of_user on generated_files (tenant_id, user_id);
create index generated_files_of_set on generated_files (tenant_id, content_set_id);
create index generated_files_of_file on generated_files (tenant_id, file_id);
create index generated_files_by_author on generated_files (tenant_id, created_by, kind);
select protect('generated_files', 'select, insert, update, delete');
-- God-admins see how much is stored, and nothing else.
create policy reader on generated_files for select to wm_reader using (true);
grant select (tenant_id, bytes) on generated_files to wm_reader;

-- Row-level security is forced for the owner too.
alter table content_exports no force row level security;
alter table report_pdfs no force row level security;
alter table downloads no force row level security;
alter table generated_files no force row level security;
insert into generated_files (tenant_id, id, kind, name, status, content_set_id, format, file, created_at, created_by)
select tenant_id, id, 'content-export', name, status, content_set_id, format, file, created_at, created_by from content_exports;
insert into generated_files (tenant_id, id, kind, name, status, print, print_hash, file, created_at, created_by)
select tenant_id, id, 'report-pdf', name, status, print, print_hash, file, created_at, created_by from report_pdfs;
insert into generated_files (tenant_id, id, kind, name, status, file_id, pieces, bytes, missing_files, created_at, created_by)
select d.tenant_id, d.id, case when is_whole then 'whole-data' else 'own-data' end,
  format('%s-%s-%s.zip', t.domain, case when is_whole then 'everything' else 'my-data' end, (d.created_at at time zone 'UTC')::date),
  d.status, file_id, pieces, bytes, missing_files, d.created_at, user_id
from downloads d join tenants t on t.id = d.tenant_id;
alter table generated_files force row level security;
drop table content_exports, report_pdfs, downloads;

-- The previous release reads and writes the same rows by the old names, which the next release drops.
create view content_exports with (security_invoker = true) as
  select tenant_id, id, content_set_id, format, name, status, file, created_at, created_by, kind
  from generated_files where kind = 'content-export';
alter view content_exports alter kind set default 'content-export';
create view report_pdfs with (security_invoker = true) as
  select tenant_id, id, name, print, print_hash, status, file, created_at, created_by, kind
  from generated_files where kind = 'report-pdf';
alter view report_pdfs alter kind set default 'report-pdf';
grant select, insert, update, delete on content_exports, report_pdfs to wm_app, wm_platform;
