-- An element can wait for an address that has no account yet. The user who joins with it gets the element. Until then the
-- owner answers it. Nodes of release 0.2, which know no assignments, create accounts without giving them anything.
alter table element_assignments
  add awaited_email text,
  add awaited_norm text generated always as (lower(awaited_email)) stored,
  add constraint element_assignments_awaited check (awaited_email is null or num_nonnulls(user_id, declined_at) = 0);
create index element_assignments_awaited on element_assignments (tenant_id, awaited_norm) where awaited_norm is not null;

-- The owner asks those who may invite.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in
    ('prompted', 'assigned', 'asked', 'returned', 'not_mine', 'to_invite', 'due', 'approval', 'approved', 'refused', 'decided'));
