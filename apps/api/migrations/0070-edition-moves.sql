-- The running assessments that a minor change takes along: a job moves them some at a time, and says here how far it is.
create table edition_moves (
  tenant_id bigint not null,
  -- The edition that they move to, from the one that it is based on.
  content_set_id bigint not null,
  -- Who published it, who may be of the platform.
  moved_by bigint not null,
  total int not null,
  moved int not null default 0,
  ended_at timestamptz,
  primary key (tenant_id, content_set_id),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
select protect('edition_moves', 'select, insert, update');
