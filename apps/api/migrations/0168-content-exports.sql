-- A content set as a file of exchange, for whoever may export the set (`ContentExport`).
create table content_exports (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  format text not null check (format in ('json', 'xlsx')),
  name text not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  file bytea,
  created_at timestamptz not null default now(),
  -- May be of the platform, whose people are no rows of the organisation.
  created_by bigint not null,
  primary key (tenant_id, id),
  check ((status = 'ready') = (file is not null)),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
create index content_exports_of_set on content_exports (tenant_id, content_set_id);
select protect('content_exports', 'select, insert, update, delete');
