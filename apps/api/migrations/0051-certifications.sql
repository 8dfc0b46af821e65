-- A certificate: issued once, never changed but by its revocation.
create table certifications (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  -- One run, one certificate.
  assessment_id bigint not null,
  review_id bigint not null,
  user_id bigint not null,
  report_id bigint not null,
  -- SHA-256 of the report's snapshot as it is stored.
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
select protect('certifications', 'select, insert, update');
