-- Statements that a user marked for later. By key, so that a mark follows its statement to a later edition.
create table statement_marks (
  tenant_id bigint not null,
  assessment_id bigint not null,
  user_id bigint not null,
  statement_key text not null,
  primary key (tenant_id, assessment_id, user_id, statement_key),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index statement_marks_of_user on statement_marks (tenant_id, user_id);
select protect('statement_marks', 'select, insert, delete');
