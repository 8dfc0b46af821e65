-- A report as PDF, for the user who requested it (`ReportPdf`). Kept for a day.
create table report_pdfs (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  name text not null,
  -- What a job still has to print, as JSON, and its hash.
  print text,
  print_hash bytea not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  file bytea,
  created_at timestamptz not null default now(),
  created_by bigint not null,
  primary key (tenant_id, id),
  check ((status = 'ready') = (file is not null)),
  foreign key (tenant_id, created_by) references users on delete cascade
);
create index report_pdfs_of_user on report_pdfs (tenant_id, created_by);
select protect('report_pdfs', 'select, insert, update, delete');
