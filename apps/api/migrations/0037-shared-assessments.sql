-- An organisation answers a shared assessment together. It has an owner but no user of its own, so that nodes of release
-- 0.2, which know only a user's assessments, neither show nor change it. A later release has the owner only.
alter table assessments alter user_id drop not null,
  add owner_id bigint,
  -- The family of its content set: one shared assessment of all editions together.
  add family_id bigint,
  add constraint assessments_whose check (num_nonnulls(user_id, owner_id) = 1 and (owner_id is null) = (family_id is null)),
  add foreign key (tenant_id, owner_id) references users;
create unique index assessments_shared on assessments (tenant_id, family_id, year, type) where owner_id is not null;
create index assessments_of_owner on assessments (tenant_id, owner_id);

create table assessment_members (
  tenant_id bigint not null,
  assessment_id bigint not null,
  user_id bigint not null,
  role text not null check (role in ('contributor', 'viewer')),
  joined_at timestamptz not null default now(),
  -- Who left is no member any more, but was one: such an auditor doesn't review it.
  left_at timestamptz,
  primary key (tenant_id, assessment_id, user_id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, user_id) references users
);
create index assessment_members_of_user on assessment_members (tenant_id, user_id);
select protect('assessment_members', 'select, insert, update');

-- Who answers an element of a shared assessment. Without a user it needs a new person.
create table element_assignments (
  tenant_id bigint not null,
  assessment_id bigint not null,
  element_id bigint not null,
  user_id bigint,
  due_on date,
  done_at timestamptz,
  returned_at timestamptz,
  primary key (tenant_id, assessment_id, element_id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, element_id) references elements,
  foreign key (tenant_id, user_id) references users
);
create index element_assignments_of_user on element_assignments (tenant_id, user_id);
create index element_assignments_of_element on element_assignments (tenant_id, element_id);
select protect('element_assignments', 'select, insert, update, delete');
