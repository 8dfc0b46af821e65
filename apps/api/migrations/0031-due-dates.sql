-- When the answers to all editions of a content set are due.
create table due_dates (
  tenant_id bigint not null references tenants,
  family_id bigint not null,
  year int not null,
  type text not null check (type in ('self_assessment', 'certification')),
  due_on date not null,
  primary key (tenant_id, family_id, year, type)
);
select protect('due_dates', 'select, insert, update, delete');
