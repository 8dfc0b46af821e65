-- What a submission consisted of, frozen with it: the assessment changes and may move to another edition afterwards.
-- Answers of the states 1 and 2, elements, notes with their versions and files, each by the ids of the edition.
alter table reviews
  add column content_set_id bigint,
  add column submitted jsonb;

-- Rows of every tenant are brought along, so for this transaction the owner is not bound by row security.
alter table reviews no force row level security;
alter table review_responses no force row level security;
alter table assessments no force row level security;
alter table responses no force row level security;
alter table response_events no force row level security;
alter table element_completions no force row level security;
alter table notes no force row level security;
alter table attachments no force row level security;
alter table statements no force row level security;

update reviews w set content_set_id = coalesce((
  select s.content_set_id from review_responses r join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
  where r.tenant_id = w.tenant_id and r.review_id = w.id limit 1), a.content_set_id)
from assessments a
where a.tenant_id = w.tenant_id and a.id = w.assessment_id;

-- Of a review that went back to its respondent, the history says what was declared.
update reviews w set submitted = jsonb_build_object(
  'answers', coalesce(case when w.status in ('submitted', 'begun', 'certified') then (
    select jsonb_agg(jsonb_build_object('statement_id', r.statement_id, 'state', r.state,
      'statement_response_id', r.statement_response_id, 'not_applicable_reason', r.not_applicable_reason))
    from responses r where r.tenant_id = w.tenant_id and r.assessment_id = w.assessment_id and r.state in (1, 2))
  else (
    select jsonb_agg(jsonb_build_object('statement_id', e.statement_id, 'state', e.state,
      'statement_response_id', e.after_response_id, 'not_applicable_reason', e.after_reason))
    from (
      select distinct on (v.statement_id, v.state) v.* from response_events v
      where v.tenant_id = w.tenant_id and v.assessment_id = w.assessment_id and v.state in (1, 2) and v.at <= w.ended_at
      order by v.statement_id, v.state, v.version desc) e
    join statements s on s.tenant_id = w.tenant_id and s.id = e.statement_id and s.content_set_id = w.content_set_id)
  end, '[]'),
  'elements', coalesce((
    select jsonb_agg(element_id) from (
      select c.element_id from element_completions c
      where c.tenant_id = w.tenant_id and c.assessment_id = w.assessment_id
      union
      select s.element_id from review_responses r join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
      where r.tenant_id = w.tenant_id and r.review_id = w.id) e), '[]'),
  'notes', coalesce((
    select jsonb_agg(jsonb_build_object('statement_id', s.id, 'version', n.version))
    from notes n
    join statements o on o.tenant_id = n.tenant_id and o.id = n.statement_id
    join statements s on s.tenant_id = n.tenant_id and s.content_set_id = w.content_set_id and s.key = o.key
    where n.tenant_id = w.tenant_id and n.assessment_id = w.assessment_id
      and n.updated_at <= coalesce(w.ended_at, 'infinity')), '[]'),
  'files', coalesce((
    select jsonb_agg(jsonb_build_object('statement_id', s.id, 'id', f.id))
    from attachments f
    join statements o on o.tenant_id = f.tenant_id and o.id = f.statement_id
    join statements s on s.tenant_id = f.tenant_id and s.content_set_id = w.content_set_id and s.key = o.key
    where f.tenant_id = w.tenant_id and f.assessment_id = w.assessment_id and f.status <> 'uploading'
      and f.created_at <= coalesce(w.ended_at, 'infinity')
      and (f.removed_at is null or f.removed_at > w.ended_at)), '[]'));

alter table reviews force row level security;
alter table review_responses force row level security;
alter table assessments force row level security;
alter table responses force row level security;
alter table response_events force row level security;
alter table element_completions force row level security;
alter table notes force row level security;
alter table attachments force row level security;
alter table statements force row level security;

alter table reviews
  alter column content_set_id set not null,
  alter column submitted set not null,
  add foreign key (tenant_id, content_set_id) references content_sets;
create index reviews_of_edition on reviews (tenant_id, content_set_id);
