-- Where the people of a shared assessment are: said by their open pages every 20 seconds and ignored after 60. Not
-- logged, because a crash loses nothing that the next request doesn't say again.
create unlogged table presence (
  tenant_id bigint not null,
  assessment_id bigint not null,
  user_id bigint not null,
  element_id bigint not null,
  statement_id bigint,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, assessment_id, user_id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
) with (fillfactor = 50);
create index presence_of_user on presence (tenant_id, user_id);
select protect('presence', 'select, insert, update, delete');

-- When the owner or a member last had a shared assessment open, to 5 minutes, and when their visit before ended.
create table assessment_visits (
  tenant_id bigint not null,
  assessment_id bigint not null,
  user_id bigint not null,
  seen_at timestamptz not null default now(),
  before_at timestamptz,
  primary key (tenant_id, assessment_id, user_id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index assessment_visits_of_user on assessment_visits (tenant_id, user_id);
select protect('assessment_visits', 'select, insert, update, delete');
