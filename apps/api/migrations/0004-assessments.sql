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
  -- The owner's last change, to five minutes: a save would otherwise write this row and its indexes each time.
  touched_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, content_set_id, year, type),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, content_set_id) references content_sets
);
create index assessments_of_set on assessments (tenant_id, content_set_id, year, type, status);
create index assessments_of_year on assessments (tenant_id, year, status, touched_at);
create index assessments_started on assessments (tenant_id, user_id, year) where status <> 'not_started';
create index assessments_by_activity on assessments (tenant_id, year, touched_at, id) where status <> 'not_started';
-- Across organisations.
create index all_assessments_by_activity on assessments (year, touched_at, id) where status <> 'not_started';
create index assessments_by_id on assessments (id);
select protect('assessments', 'select, insert, update, delete');

-- The tables below refer to an assessment, whose key contains the tenant. A second foreign key to tenants would make
-- every save lock the tenant's row.

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
-- Doesn't contain the chosen response, so a changed answer stays on its page (heap-only update). Contains the whole
-- key because the planner sometimes prefers this index to the primary key when it looks for one answer.
create index responses_of_statement on responses (tenant_id, statement_id, assessment_id, state);
select protect('responses', 'select, insert, update, delete');

-- The history of every answer. `key` distinguishes a repeated save from a new one.
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

-- A frozen result. The serving roles can't update or delete it.
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
  -- Read from the snapshot once, because charts count them.
  content_set_id bigint generated always as (
    case when snapshot is json object then (snapshot::json -> 'content_set' ->> 'id')::bigint end) stored,
  current_score double precision generated always as (
    case when snapshot is json object then (snapshot::json ->> 'current')::double precision end) stored,
  content_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, kind, version),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index reports_newest_score on reports (tenant_id, user_id, year desc, id desc) include (content_set_id, current_score, assessment_id)
  where kind = 'action' and type = 'self_assessment';
create index reports_of_user on reports (tenant_id, user_id, year desc);
select protect('reports', 'select, insert');
