-- One submission of a certification assessment, and what the auditors make of it (docs/decisions/017-certification.md).
create table reviews (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  round int not null,
  status text not null default 'submitted'
    check (status in ('submitted', 'begun', 'withdrawn', 'returned', 'certified', 'refused')),
  -- Counts every change of the review and of its responses: who decides names what they have seen.
  version int not null default 1,
  submitted_at timestamptz not null default now(),
  begun_at timestamptz,
  ended_at timestamptz,
  -- Auditors are people of the platform, so their names are kept with what they did.
  reviewer_id bigint,
  reviewer_name text,
  -- To the respondent: what to mend, or why not.
  reason text,
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, round),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade
);
create unique index reviews_open on reviews (tenant_id, assessment_id) where status in ('submitted', 'begun');
create index reviews_by_status on reviews (tenant_id, status, submitted_at);
select protect('reviews', 'select, insert, update');

-- What the auditors hold to be so; it becomes state 3 of the answers when the review ends in a certificate.
create table review_responses (
  tenant_id bigint not null,
  review_id bigint not null,
  statement_id bigint not null,
  -- Null where the statement does not apply.
  statement_response_id bigint,
  -- What was declared when this was said: said again in the next round if it is declared still.
  declared_response_id bigint,
  remark text,
  version int not null default 1,
  reviewed_at timestamptz not null default now(),
  reviewer_id bigint not null,
  reviewer_name text not null,
  primary key (tenant_id, review_id, statement_id),
  foreign key (tenant_id, review_id) references reviews on delete cascade,
  foreign key (tenant_id, statement_id) references statements,
  foreign key (tenant_id, statement_id, statement_response_id) references statement_responses (tenant_id, statement_id, id)
);
create index review_responses_of_statement on review_responses (tenant_id, statement_id);
select protect('review_responses', 'select, insert, update');

-- Every step of an assessment's certification: who, when, what.
create table assessment_events (
  tenant_id bigint not null,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  step text not null,
  reason text,
  actor_id bigint,
  actor_name text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade
);
create index assessment_events_of_assessment on assessment_events (tenant_id, assessment_id, id);
select protect('assessment_events', 'select, insert');
