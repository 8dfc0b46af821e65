-- Which reminders a certificate's holder has had: each is sent once, however many nodes look.
create table certification_reminders (
  tenant_id bigint not null,
  certification_id bigint not null,
  days int not null,
  sent_at timestamptz not null default now(),
  primary key (tenant_id, certification_id, days),
  foreign key (tenant_id, certification_id) references certifications on delete cascade
);
select protect('certification_reminders', 'select, insert');
