-- Rows of every tenant are brought along below, so for this transaction the owner is not bound by row security.
alter table content_sets no force row level security;
alter table certification_bands no force row level security;
alter table elements no force row level security;
alter table report_bands no force row level security;
alter table statements no force row level security;
alter table statement_responses no force row level security;

-- Editions of one set share the family; the version counts them.
alter table content_sets
  -- The first edition's id, in that one too.
  add family_id bigint,
  add version int not null default 1,
  -- The edition before, in the same organisation.
  add based_on bigint,
  -- The platform's template that it is a copy of, and that template's family: of another tenant, so no foreign keys.
  add template_id bigint,
  add template_family_id bigint,
  add introduction text,
  add what_changed text,
  add is_minor boolean not null default false,
  add retired_at timestamptz,
  -- Assessments were on it that have moved to a later edition since: it is not deleted.
  add was_used boolean not null default false,
  add changed_at timestamptz not null default now(),
  add changed_by bigint,
  -- Of a draft alone: what it says of itself (`DraftHead`), and how often that was saved. Its elements are in draft_elements.
  add draft jsonb,
  add draft_version int not null default 1,
  -- How often anything of the draft was saved: who publishes says which state was looked at.
  add draft_saves int not null default 1,
  alter year_from drop not null,
  add foreign key (tenant_id, based_on) references content_sets on delete set null (based_on),
  add foreign key (tenant_id, changed_by) references users on delete set null (changed_by),
  add check (status = 'draft' or year_from is not null);

-- An element while it is written, as `DraftElement`: any field may still be empty. A removed one can come back.
create table draft_elements (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_id bigint not null,
  position int not null,
  element jsonb not null,
  version int not null default 1,
  removed_at timestamptz,
  saved_at timestamptz not null default now(),
  saved_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, content_set_id) references content_sets on delete cascade,
  foreign key (tenant_id, saved_by) references users on delete set null (saved_by)
);
create index draft_elements_of_set on draft_elements (tenant_id, content_set_id, position);
create index draft_elements_saved_by on draft_elements (tenant_id, saved_by);

update content_sets set family_id = id, changed_at = coalesce(published_at, created_at);

-- Drafts were rows of the tables of editions until now: they become documents.
update content_sets c set draft = jsonb_build_object(
  'title', title, 'description', coalesce(description, ''), 'language', coalesce(language, ''),
  'source', coalesce(source, ''), 'licence', coalesce(licence, ''), 'introduction', '',
  'scale', coalesce(to_jsonb(scale), '[]'), 'year_from', year_from, 'year_to', year_to,
  'offers_self_assessment', offers_self_assessment, 'offers_certification', offers_certification,
  'certificationBands', coalesce((
    select jsonb_agg(jsonb_build_object('label', b.label, 'minOverall', b.min_overall, 'minElement', b.min_element) order by b.min_overall)
    from certification_bands b where b.tenant_id = c.tenant_id and b.content_set_id = c.id), '[]'))
where status = 'draft';
insert into draft_elements (tenant_id, content_set_id, position, element)
select e.tenant_id, e.content_set_id, row_number() over (partition by e.content_set_id order by e.position, e.id),
  jsonb_build_object(
    'key', e.key, 'title', e.title, 'description', coalesce(e.description, ''), 'group', coalesce(e.group_name, ''),
    'required', e.is_required, 'weight', e.weight,
    'reportBands', coalesce((
      select jsonb_agg(jsonb_build_object('from', b.from_percent, 'to', b.to_percent, 'title', b.title, 'text', b.text) order by b.from_percent)
      from report_bands b where b.tenant_id = e.tenant_id and b.element_id = e.id), '[]'),
    'statements', coalesce((
      select jsonb_agg(jsonb_build_object(
        'key', s.key, 'text', s.text, 'guidance', coalesce(s.guidance, ''), 'weight', s.weight,
        'allowsNotApplicable', s.allows_not_applicable,
        'responses', coalesce((
          select jsonb_agg(jsonb_build_object(
            'key', r.key, 'label', r.label, 'description', coalesce(r.description, ''), 'value', r.value,
            'action', coalesce(r.action, ''), 'effort', r.effort, 'benefit', r.benefit) order by r.value)
          from statement_responses r where r.tenant_id = s.tenant_id and r.statement_id = s.id), '[]')) order by s.position, s.id)
      from statements s where s.tenant_id = e.tenant_id and s.element_id = e.id), '[]'))
from elements e join content_sets c on c.tenant_id = e.tenant_id and c.id = e.content_set_id and c.status = 'draft';
delete from certification_bands b using content_sets c where c.tenant_id = b.tenant_id and c.id = b.content_set_id and c.status = 'draft';
delete from elements e using content_sets c where c.tenant_id = e.tenant_id and c.id = e.content_set_id and c.status = 'draft';

alter table content_sets
  alter family_id set not null,
  add check (status <> 'draft' or draft is not null),
  force row level security;
alter table certification_bands force row level security;
alter table elements force row level security;
alter table report_bands force row level security;
alter table statements force row level security;
alter table statement_responses force row level security;
select protect('draft_elements', 'select, insert, update, delete');
create unique index content_sets_of_family on content_sets (tenant_id, family_id, version);
create unique index content_sets_one_draft on content_sets (tenant_id, family_id) where status = 'draft';
create index content_sets_based_on on content_sets (tenant_id, based_on);
create index content_sets_changed_by on content_sets (tenant_id, changed_by);
create index content_sets_of_template on content_sets (tenant_id, template_family_id);

-- What is published stays as it is: only where it stands in its life changes.
create function keep_edition() returns trigger language plpgsql as $$
begin
  if (old.title, old.description, old.language, old.source, old.licence, old.introduction, old.scale, old.family_id, old.version)
    is distinct from
    (new.title, new.description, new.language, new.source, new.licence, new.introduction, new.scale, new.family_id, new.version)
    or new.status = 'draft'
  then raise exception 'A published edition does not change.' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger keep_edition before update on content_sets for each row when (old.status <> 'draft') execute function keep_edition();
revoke execute on function keep_edition from public;
-- Nor do its parts: they come with its publication, and go with it when nobody has used it.
revoke update, delete on certification_bands, elements, report_bands, statement_sets, statements, statement_responses from wm_app, wm_platform;

-- A file on its way to become a draft (`ContentImport`).
create table content_imports (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  content_set_of bigint,
  name text not null,
  file bytea,
  status text not null default 'reading' check (status in ('reading', 'faulty', 'ready', 'writing', 'done', 'failed')),
  progress int not null default 0,
  faults jsonb not null default '[]',
  fault_count int not null default 0,
  preview jsonb,
  -- The set as it was read (`ContentSetFile`), until it is made.
  content jsonb,
  content_set_id bigint,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, content_set_of) references content_sets on delete cascade,
  foreign key (tenant_id, content_set_id) references content_sets on delete set null (content_set_id),
  foreign key (tenant_id, created_by) references users on delete set null (created_by)
);
create index content_imports_of_set on content_imports (tenant_id, content_set_of);
create index content_imports_made on content_imports (tenant_id, content_set_id);
create index content_imports_by on content_imports (tenant_id, created_by);
select protect('content_imports', 'select, insert, update, delete');
