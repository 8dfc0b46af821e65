-- One submission of a certification assessment and the auditors' decision.
create table reviews (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  round int not null,
  status text not null default 'submitted'
    check (status in ('submitted', 'started', 'withdrawn', 'returned', 'certified', 'refused')),
  -- Counts every change of the review and its responses. A decision names the version that was seen.
  version int not null default 1,
  -- What was submitted, frozen: answers of states 1 and 2, elements, notes with their versions and files, with the ids of
  -- this edition. The assessment may change and move to another edition afterwards.
  content_set_id bigint not null,
  submitted jsonb not null,
  submitted_at timestamptz not null default now(),
  -- When the organisation's auditors were notified, which happens once.
  auditors_told_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Auditors belong to the platform, so their name is copied and there is no foreign key.
  reviewer_id bigint,
  reviewer_name text,
  -- For the respondent: what to fix, or why it was refused.
  reason text,
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id, round),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, content_set_id) references content_sets
);
create index reviews_by_status on reviews (tenant_id, status, submitted_at);
create index reviews_of_edition on reviews (tenant_id, content_set_id);
create unique index reviews_open on reviews (tenant_id, assessment_id) where status in ('submitted', 'started');
select protect('reviews', 'select, insert, update');

-- The auditors' answers. They become state 3 of the assessment's answers when a certificate is issued.
create table review_responses (
  tenant_id bigint not null,
  review_id bigint not null,
  statement_id bigint not null,
  -- Null where the statement does not apply.
  statement_response_id bigint,
  -- What the respondent had declared. If that is unchanged in the next round, this answer is copied to it.
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

-- The history of an assessment's certification.
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

-- A certificate. Only its revocation changes it.
create table certifications (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  assessment_id bigint not null,
  review_id bigint not null,
  user_id bigint not null,
  report_id bigint not null,
  -- SHA-256 of the report's snapshot as stored.
  report_hash bytea not null,
  number text not null,
  code text not null,
  year int not null,
  title text not null,
  holder text not null,
  band text,
  valid_from date not null,
  valid_until date not null,
  issued_at timestamptz not null default now(),
  issued_by bigint not null,
  revoked_at timestamptz,
  revoked_reason text,
  revoked_by bigint,
  primary key (tenant_id, id),
  unique (tenant_id, assessment_id),
  unique (tenant_id, number),
  unique (tenant_id, code),
  check (valid_until >= valid_from),
  check ((revoked_at is null) = (revoked_by is null)),
  foreign key (tenant_id, assessment_id) references assessments on delete cascade,
  foreign key (tenant_id, review_id) references reviews on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, report_id) references reports on delete cascade
);
create index certifications_of_user on certifications (tenant_id, user_id, year desc);
create index certifications_of_review on certifications (tenant_id, review_id);
create index certifications_of_report on certifications (tenant_id, report_id);
create index certifications_until on certifications (tenant_id, valid_until) where revoked_at is null;
-- Across organisations.
create index all_certifications_until on certifications (valid_until) include (tenant_id) where revoked_at is null;
select protect('certifications', 'select, insert, update');

-- Reminders that were sent, so that each is sent once by however many nodes.
create table certification_reminders (
  tenant_id bigint not null,
  certification_id bigint not null,
  days int not null,
  sent_at timestamptz not null default now(),
  primary key (tenant_id, certification_id, days),
  foreign key (tenant_id, certification_id) references certifications on delete cascade
);
select protect('certification_reminders', 'select, insert');
