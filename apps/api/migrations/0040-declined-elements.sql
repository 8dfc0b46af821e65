-- "Not mine": who gave an element back to the owner, why, and whom they suggest. It counts while the element has no person.
alter table element_assignments
  add declined_at timestamptz,
  add declined_by bigint,
  add decline_reason text,
  add suggested_id bigint,
  add constraint element_assignments_declined
    check (num_nonnulls(declined_at, declined_by, decline_reason) in (0, 3) and (suggested_id is null or declined_at is not null)),
  add foreign key (tenant_id, declined_by) references users,
  add foreign key (tenant_id, suggested_id) references users;
create index element_assignments_of_decliner on element_assignments (tenant_id, declined_by);
create index element_assignments_of_suggested on element_assignments (tenant_id, suggested_id);
