-- A person's dashboard for a year and type: the assessments of all years, the answers of the newest of this year, and
-- the content set in force if there is none.
create or replace function overview_of(tenant bigint, person bigint, in_year int, of_type text)
returns table (assessments json, answers json, completed json, in_force bigint, reports json, later json)
rows 1 language sql stable as $$
  with own as (
    select a.id, a.user_id, a.content_set_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at
    from assessments a where a.tenant_id = tenant and a.user_id = person and a.type = of_type
  ), shown as (select * from own where own.year = in_year order by own.id desc limit 1)
  select
    (select coalesce(json_agg(own order by own.year desc, own.id desc), '[]') from own),
    (select coalesce(json_agg(saved order by saved.statement_id, saved.state), '[]') from (
      select r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.to_confirm
      from shown, responses r where r.tenant_id = tenant and r.assessment_id = shown.id) saved),
    (select coalesce(json_agg(c.element_id), '[]')
      from shown, element_completions c where c.tenant_id = tenant and c.assessment_id = shown.id),
    case when not exists (select from shown) then (
      select c.id from content_sets c
      where c.tenant_id = tenant and c.status = 'published'
        and case of_type when 'certification' then c.offers_certification else c.offers_self_assessment end
        and c.year_from <= in_year and (c.year_to is null or c.year_to >= in_year)
      order by c.published_at desc, c.id desc limit 1) end,
    (select coalesce(json_agg(made order by made.year desc, made.version desc, made.id desc), '[]') from (
      select r.id, r.kind, r.type, r.year, r.version, r.title, r.created_at
      from reports r where r.tenant_id = tenant and r.user_id = person and r.kind = 'action' and r.type = of_type) made),
    (select coalesce(json_agg(l), '[]') from shown, later_editions(tenant, shown.content_set_id, in_year, of_type) l)
$$;
revoke execute on function overview_of from public;
grant execute on function overview_of to wm_app;
