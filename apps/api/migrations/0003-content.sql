create table content_sets (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  -- Editions of one set share the family (the id of the first edition); the version counts them.
  family_id bigint not null,
  version int not null default 1,
  -- The edition before, in the same organisation.
  based_on bigint,
  -- The platform's template and its family. They belong to another tenant, so there are no foreign keys.
  template_id bigint,
  template_family_id bigint,
  -- Published as the template has it.
  is_copy boolean not null default false,
  title text not null,
  description text,
  language text,
  source text,
  licence text,
  introduction text,
  what_changed text,
  is_minor boolean not null default false,
  -- Level names, lowest first. Null: results are shown in percent.
  scale text[],
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  offers_self_assessment boolean not null default true,
  offers_certification boolean not null default true,
  year_from int,
  year_to int,
  published_at timestamptz,
  retired_at timestamptz,
  -- Assessments used it before they moved to a later edition, so it can't be deleted.
  was_used boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- May be a person of the platform, so there is no foreign key. The same goes for every author below.
  changed_by bigint,
  -- Only in a draft: its own fields (`DraftHead`), how often they were saved and by whom. Elements are in draft_elements.
  draft jsonb,
  draft_version int not null default 1,
  draft_saved_by bigint,
  -- How often any part of the draft was saved. Publishing names the state that was seen.
  draft_saves int not null default 1,
  primary key (tenant_id, id),
  check (year_to is null or year_to >= year_from),
  check (status = 'draft' or year_from is not null),
  check (status <> 'draft' or draft is not null),
  foreign key (tenant_id, based_on) references content_sets on delete set null (based_on)
);
create index content_sets_based_on on content_sets (tenant_id, based_on);
create index content_sets_in_force on content_sets (tenant_id, status, published_at desc);
create unique index content_sets_of_family on content_sets (tenant_id, family_id, version);
create index content_sets_of_template on content_sets (tenant_id, template_family_id);
create unique index content_sets_one_draft on content_sets (tenant_id, family_id) where status = 'draft';
select protect('content_sets', 'select, insert, update, delete');

-- A published edition never changes; only its status does.
create function keep_edition() returns trigger language plpgsql as $$
begin
  if (old.title, old.description, old.language, old.source, old.licence, old.introduction, old.scale, old.family_id, old.version)
    is distinct from
    (new.title, new.description, new.language, new.source, new.licence, new.introduction, new.scale, new.family_id, new.version)
    or new.status = 'draft'
  then raise exception 'A published edition does not change.' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger keep_edition before update on content_sets for each row when (old.status <> 'draft') execute function keep_edition();
revoke execute on function keep_edition from public;

-- The parts of an edition are inserted when it is published and deleted with it, so no one may update or delete them.
create table certification_bands (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  label text not null,
  min_overall double precision not null check (min_overall between 0 and 100),
  min_element double precision not null check (min_element between 0 and 100),
  primary key (tenant_id, id),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
create index certification_bands_of_set on certification_bands (tenant_id, content_set_id);
select protect('certification_bands', 'select, insert');

create table elements (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  key text not null,
  position int not null,
  title text not null,
  description text,
  group_name text,
  is_required boolean not null default true,
  weight double precision not null default 1 check (weight > 0),
  primary key (tenant_id, id),
  unique (tenant_id, content_set_id, key),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
select protect('elements', 'select, insert');

create table report_bands (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  element_id bigint not null,
  from_percent double precision not null,
  to_percent double precision not null,
  title text not null,
  text text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, element_id) references elements on delete cascade
);
create index report_bands_of_element on report_bands (tenant_id, element_id);
select protect('report_bands', 'select, insert');

-- The statements of one element.
create table statement_sets (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  element_id bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, element_id),
  foreign key (tenant_id, element_id) references elements on delete cascade
);
select protect('statement_sets', 'select, insert');

create table statements (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  element_id bigint not null,
  statement_set_id bigint not null,
  key text not null,
  position int not null,
  text text not null,
  guidance text,
  weight double precision not null default 1 check (weight > 0),
  allows_not_applicable boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, content_set_id, key),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade,
  foreign key (tenant_id, element_id) references elements on delete cascade,
  foreign key (tenant_id, statement_set_id) references statement_sets on delete cascade
);
create index statements_of_element on statements (tenant_id, element_id);
create index statements_of_statement_set on statements (tenant_id, statement_set_id);
select protect('statements', 'select, insert');

create table statement_responses (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  statement_id bigint not null,
  key text not null,
  position int not null,
  label text not null,
  description text,
  value double precision not null,
  action text,
  effort smallint check (effort between 1 and 5),
  benefit smallint check (benefit between 1 and 5),
  -- In a certification assessment, choosing it requires a file.
  asks_for_evidence boolean not null default false,
  primary key (tenant_id, id),
  -- Referenced by saved responses, so that they refer to a response of their own statement.
  unique (tenant_id, statement_id, id),
  unique (tenant_id, statement_id, value),
  foreign key (tenant_id, statement_id) references statements on delete cascade
);
select protect('statement_responses', 'select, insert');

-- An element of a draft (`DraftElement`): fields may be empty. A removed one can be restored.
create table draft_elements (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  position int not null,
  element jsonb not null,
  version int not null default 1,
  removed_at timestamptz,
  saved_at timestamptz not null default now(),
  saved_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
create index draft_elements_of_set on draft_elements (tenant_id, content_set_id, position);
select protect('draft_elements', 'select, insert, update, delete');

-- An uploaded file that becomes a draft (`ContentImport`).
create table content_imports (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_of bigint,
  name text not null,
  file bytea,
  status text not null default 'reading' check (status in ('reading', 'faulty', 'ready', 'writing', 'done', 'failed')),
  progress int not null default 0,
  faults jsonb not null default '[]',
  fault_count int not null default 0,
  preview jsonb,
  -- The set as it was read (`ContentSetFile`), until it is created.
  content jsonb,
  content_set_id bigint,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, content_set_of) references content_sets on delete cascade,
  foreign key (tenant_id, content_set_id) references content_sets on delete set null (content_set_id)
);
create index content_imports_made on content_imports (tenant_id, content_set_id);
create index content_imports_of_set on content_imports (tenant_id, content_set_of);
select protect('content_imports', 'select, insert, update, delete');

-- A content set exported to a file (`ContentExport`).
create table content_exports (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  format text not null check (format in ('json', 'xlsx')),
  name text not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  file bytea,
  created_at timestamptz not null default now(),
  created_by bigint not null,
  primary key (tenant_id, id),
  check ((status = 'ready') = (file is not null)),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
create index content_exports_of_set on content_exports (tenant_id, content_set_id);
select protect('content_exports', 'select, insert, update, delete');

-- Progress of the job that moves assessments to a new edition after a minor change.
create table edition_moves (
  tenant_id bigint not null,
  -- The edition that they move to.
  content_set_id bigint not null,
  moved_by bigint not null,
  total int not null,
  moved int not null default 0,
  ended_at timestamptz,
  primary key (tenant_id, content_set_id),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
select protect('edition_moves', 'select, insert, update');
