-- What an organisation or a user plans to do about an assessment's statements. It follows the key, which every edition of
-- a content set shares, so that next year's assessment shows it.
create table actions (
  tenant_id bigint not null,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  statement_key text not null,
  -- Distinguishes a repeated request from another action for the same statement.
  key uuid not null,
  title text not null,
  owner_id bigint,
  due_on date,
  status text not null default 'open' check (status in ('open', 'in_progress', 'done', 'dropped')),
  note text not null default '',
  version int not null default 1,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_by bigint not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, key),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, owner_id) references users
);
create index actions_of_owner on actions (tenant_id, owner_id);
select protect('actions', 'select, insert, update, delete');
