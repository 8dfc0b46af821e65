-- What waits for a user's next digest.
create table notifications (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  user_id bigint not null,
  kind text not null check (kind in ('prompted')),
  family_id bigint not null,
  year int not null,
  type text not null check (type in ('self_assessment', 'certification')),
  -- Can be a god-admin, who belongs to another organisation.
  sent_by bigint not null,
  created_at timestamptz not null default now(),
  -- The day of the digest that had it, or would have had it.
  told_on date,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index notifications_of_user on notifications (tenant_id, user_id);
create index notifications_waiting on notifications (tenant_id, id) where told_on is null;
select protect('notifications', 'select, insert, update, delete');

-- Inserted with the mail, so that each user gets one a day from however many nodes.
create table digests (
  tenant_id bigint not null references tenants,
  user_id bigint not null,
  day date not null,
  primary key (tenant_id, user_id, day),
  foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('digests', 'select, insert, delete');

-- The last day whose digests were all sent.
alter table tenants add digested_on date;
-- The kinds of mails that a user has turned off.
alter table users add muted_mails text[] not null default '{}';
