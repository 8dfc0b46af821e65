-- Statements that the auditors of a review want to come back to. A response removes the flag.
create table review_flags (
  tenant_id bigint not null,
  review_id bigint not null,
  statement_id bigint not null,
  primary key (tenant_id, review_id, statement_id),
  foreign key (tenant_id, review_id) references reviews on delete cascade,
  foreign key (tenant_id, statement_id) references statements
);
create index review_flags_of_statement on review_flags (tenant_id, statement_id);
select protect('review_flags', 'select, insert, delete');
