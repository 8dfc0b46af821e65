create table assessments (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  content_set_id bigint not null,
  year int not null,
  type text not null check (type in ('self_assessment', 'certification')),
  status text not null default 'not_started'
    check (status in ('not_started', 'in_progress', 'completed', 'in_review', 'returned', 'certified')),
  carried_from int,
  is_report_pending boolean not null default false,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, content_set_id, year, type),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, content_set_id) references content_sets
);
create index assessments_of_set on assessments (tenant_id, content_set_id);
create index assessments_of_year on assessments (tenant_id, year, status);
select protect('assessments', 'select, insert, update, delete');

-- Rows below belong to an assessment, whose key names the tenant: a second foreign key to tenants would only
-- make every save lock the tenant's row.

-- State: 1 current, 2 future, 3 certified (specification, section 9).
create table responses (
  tenant_id bigint not null,
  assessment_id bigint not null,
  statement_id bigint not null,
  state smallint not null check (state between 1 and 3),
  statement_response_id bigint,
  not_applicable_reason text,
  version int not null default 1,
  to_confirm boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by bigint not null,
  primary key (tenant_id, assessment_id, statement_id, state),
  check (statement_response_id is null or not_applicable_reason is null),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, statement_id) references statements,
  foreign key (tenant_id, statement_id, statement_response_id) references statement_responses (tenant_id, statement_id, id)
) with (fillfactor = 85);
-- Without the response itself: changing it then stays within the page (heap-only update).
create index responses_of_statement on responses (tenant_id, statement_id);
select protect('responses', 'select, insert, update, delete');

-- The history of every change: who, when, before, after. `key` tells a repeat of a save from a new one.
create table response_events (
  tenant_id bigint not null,
  assessment_id bigint not null,
  statement_id bigint not null,
  state smallint not null,
  version int not null,
  key uuid not null,
  user_id bigint not null,
  at timestamptz not null default now(),
  before_response_id bigint,
  before_reason text,
  after_response_id bigint,
  after_reason text,
  primary key (tenant_id, assessment_id, statement_id, state, version),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade
);
select protect('response_events', 'select, insert');

create table notes (
  tenant_id bigint not null,
  assessment_id bigint not null,
  statement_id bigint not null,
  note text not null,
  version int not null default 1,
  last_key uuid not null,
  updated_at timestamptz not null default now(),
  updated_by bigint not null,
  primary key (tenant_id, assessment_id, statement_id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, statement_id) references statements
);
create index notes_of_statement on notes (tenant_id, statement_id);
select protect('notes', 'select, insert, update, delete');

create table element_completions (
  tenant_id bigint not null,
  assessment_id bigint not null,
  element_id bigint not null,
  completed_at timestamptz not null default now(),
  primary key (tenant_id, assessment_id, element_id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, element_id) references elements
);
create index element_completions_of_element on element_completions (tenant_id, element_id);
select protect('element_completions', 'select, insert, delete');

-- A frozen result. Nothing that serves may change or delete it.
create table reports (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('action', 'certification')),
  type text not null check (type in ('self_assessment', 'certification')),
  year int not null,
  version int not null,
  title text not null,
  snapshot text not null,
  content_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, kind, version),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index reports_of_user on reports (tenant_id, user_id, year desc);
select protect('reports', 'select, insert');
