-- What happened to someone's part of a shared assessment, in the list behind their bell and in the next digest. A row for
-- each element; rows of one moment are shown as one.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in
    ('prompted', 'assigned', 'asked', 'returned', 'not_mine', 'due', 'approval', 'approved', 'refused', 'decided')),
  add assessment_id bigint,
  add element_id bigint,
  add statement_id bigint,
  add read_at timestamptz,
  add constraint notifications_about check ((kind = 'prompted') = (assessment_id is null)),
  add foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  add foreign key (tenant_id, element_id) references elements on delete cascade,
  add foreign key (tenant_id, statement_id) references statements on delete cascade;
create index notifications_of_assessment on notifications (tenant_id, assessment_id);
create index notifications_of_element on notifications (tenant_id, element_id);
create index notifications_of_statement on notifications (tenant_id, statement_id);
