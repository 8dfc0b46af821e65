create table content_sets (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  title text not null,
  description text,
  language text,
  source text,
  licence text,
  -- Level names, lowest first; null: results show as percent.
  scale text[],
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  offers_self_assessment boolean not null default true,
  offers_certification boolean not null default true,
  year_from int not null,
  year_to int,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (year_to is null or year_to >= year_from)
);
create index content_sets_in_force on content_sets (tenant_id, status, published_at desc);
select protect('content_sets', 'select, insert, update, delete');

create table certification_bands (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  label text not null,
  min_overall double precision not null check (min_overall between 0 and 100),
  min_element double precision not null check (min_element between 0 and 100),
  primary key (tenant_id, id),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
create index certification_bands_of_set on certification_bands (tenant_id, content_set_id);
select protect('certification_bands', 'select, insert, update, delete');

create table elements (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  key text not null,
  position int not null,
  title text not null,
  description text,
  group_name text,
  is_required boolean not null default true,
  weight double precision not null default 1 check (weight > 0),
  primary key (tenant_id, id),
  unique (tenant_id, content_set_id, key),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade
);
select protect('elements', 'select, insert, update, delete');

create table report_bands (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  element_id bigint not null,
  from_percent double precision not null,
  to_percent double precision not null,
  title text not null,
  text text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, element_id) references elements on delete cascade
);
create index report_bands_of_element on report_bands (tenant_id, element_id);
select protect('report_bands', 'select, insert, update, delete');

-- The statements of one element: the quiz.
create table statement_sets (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  element_id bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, element_id),
  foreign key (tenant_id, element_id) references elements on delete cascade
);
select protect('statement_sets', 'select, insert, update, delete');

create table statements (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  element_id bigint not null,
  statement_set_id bigint not null,
  key text not null,
  position int not null,
  text text not null,
  guidance text,
  weight double precision not null default 1 check (weight > 0),
  allows_not_applicable boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, content_set_id, key),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade,
  foreign key (tenant_id, element_id) references elements on delete cascade,
  foreign key (tenant_id, statement_set_id) references statement_sets on delete cascade
);
create index statements_of_element on statements (tenant_id, element_id);
create index statements_of_statement_set on statements (tenant_id, statement_set_id);
select protect('statements', 'select, insert, update, delete');

create table statement_responses (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  statement_id bigint not null,
  key text not null,
  position int not null,
  label text not null,
  description text,
  value double precision not null,
  action text,
  effort smallint check (effort between 1 and 5),
  benefit smallint check (benefit between 1 and 5),
  primary key (tenant_id, id),
  -- Lets a saved response refer to a response of its own statement only.
  unique (tenant_id, statement_id, id),
  unique (tenant_id, statement_id, value),
  foreign key (tenant_id, statement_id) references statements on delete cascade
);
select protect('statement_responses', 'select, insert, update, delete');
