-- The owner of a planned action is told that it is theirs, and when it is due. A row for each action; rows of one moment
-- are shown as one.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in
    ('prompted', 'assigned', 'asked', 'returned', 'not_mine', 'to_invite', 'due', 'approval', 'approved', 'refused', 'decided',
    'planned', 'plan_due')),
  add action_id bigint,
  add foreign key (tenant_id, action_id) references actions on delete cascade;
create index notifications_of_action on notifications (tenant_id, action_id);
