-- One person who owns no element approves a shared certification before it is submitted. Every request is kept.
alter table assessments
  add approver_id bigint,
  add constraint assessments_approver check (approver_id is null or owner_id is not null),
  add foreign key (tenant_id, approver_id) references users;
create index assessments_of_approver on assessments (tenant_id, approver_id);

create table approvals (
  tenant_id bigint not null,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  state text not null default 'asked' check (state in ('asked', 'approved', 'refused', 'cleared')),
  approver_id bigint not null,
  asked_by bigint not null,
  asked_at timestamptz not null default now(),
  -- Counts what was saved. Another count clears the request.
  content text not null,
  ended_at timestamptz,
  reason text,
  primary key (tenant_id, id),
  check ((state = 'asked') = (ended_at is null)),
  check (state <> 'refused' or reason is not null),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, approver_id) references users,
  foreign key (tenant_id, asked_by) references users
);
create unique index approvals_open on approvals (tenant_id, assessment_id) where state = 'asked';
create index approvals_of_assessment on approvals (tenant_id, assessment_id, id);
create index approvals_of_approver on approvals (tenant_id, approver_id);
create index approvals_of_asker on approvals (tenant_id, asked_by);
select protect('approvals', 'select, insert, update');
