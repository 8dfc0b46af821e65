-- What people of a shared assessment say about a statement. With a user to answer it, a comment is a question.
create table comments (
  tenant_id bigint not null,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  statement_id bigint not null,
  -- Distinguishes a repeated comment from a new one.
  key uuid not null,
  author_id bigint not null,
  -- Markdown.
  text text not null,
  asked_user_id bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  resolved_at timestamptz,
  resolved_by bigint,
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, key),
  check ((resolved_at is null) = (resolved_by is null)),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, statement_id) references statements,
  foreign key (tenant_id, author_id) references users,
  foreign key (tenant_id, asked_user_id) references users
);
create index comments_of_statement on comments (tenant_id, statement_id);
create index comments_of_author on comments (tenant_id, author_id);
create index comments_of_asked on comments (tenant_id, asked_user_id);
select protect('comments', 'select, insert, update');
