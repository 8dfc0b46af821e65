-- An assessment with everything saved in it.
create or replace function standing_of(tenant bigint, assessment bigint)
returns table (id bigint, user_id bigint, content_set_id bigint, year int, type text, status text, carried_from int,
  is_report_pending boolean, completed_at timestamptz, answers json, notes json, attachments json, completed json)
rows 1 language sql stable as $$
  select a.id, a.user_id, a.content_set_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at,
    (select coalesce(json_agg(own order by own.statement_id, own.state), '[]') from (
      select r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
      from responses r where r.tenant_id = tenant and r.assessment_id = assessment) own),
    (select coalesce(json_agg(own), '[]') from (
      select n.statement_id, n.note, n.version, n.updated_at
      from notes n where n.tenant_id = tenant and n.assessment_id = assessment) own),
    (select coalesce(json_agg(own order by own.id), '[]') from (
      select f.id, f.statement_id, f.name, f.size, f.piece_bytes, f.status, f.media_type, f.created_at, f.scanning_since,
        least(f.size, cardinality(f.pieces) * f.piece_bytes) as received
      from attachments f where f.tenant_id = tenant and f.assessment_id = assessment and f.removed_at is null) own),
    (select coalesce(json_agg(c.element_id), '[]')
      from element_completions c where c.tenant_id = tenant and c.assessment_id = assessment)
  from assessments a where a.tenant_id = tenant and a.id = assessment
$$;
revoke execute on function standing_of from public;
grant execute on function standing_of to wm_app, wm_platform;
