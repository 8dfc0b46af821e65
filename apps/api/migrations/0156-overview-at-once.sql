-- The editions after the one of an assessment up to the newest in force for its year and type, newest first. One that
-- takes the assessment along by itself is none yet.
create function later_editions(tenant bigint, content_set bigint, in_year int, of_type text)
returns table (id bigint, version int, what_changed text)
language sql stable as $$
  with own as (select * from content_sets c where c.tenant_id = tenant and c.id = content_set),
  newest as (
    select max(c.version) as version from content_sets c join own on own.family_id = c.family_id and own.version < c.version
    where c.tenant_id = tenant and c.status = 'published'
      and case of_type when 'certification' then c.offers_certification else c.offers_self_assessment end
      and c.year_from <= in_year and (c.year_to is null or c.year_to >= in_year)
      and not (c.based_on = own.id and exists (select from edition_moves m
        where m.tenant_id = c.tenant_id and m.content_set_id = c.id and m.ended_at is null))
  )
  select c.id, c.version, c.what_changed from content_sets c, own, newest
  where c.tenant_id = tenant and c.family_id = own.family_id and c.version > own.version and c.version <= newest.version
  order by c.version desc
$$;

-- What a person's dashboard of a year and type shows: the assessments of all years, what is saved of the year's own (the
-- newest, if there are several), and the set in force where there is none. Its moments are the database's.
create function overview_of(tenant bigint, person bigint, in_year int, of_type text)
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

-- The same and the number of one's own assessment, judging the session itself: one round trip for each. No row: why not
-- is asked in further statements. The caller has bound the transaction to the tenant.
create function own_overview(tenant bigint, session bigint, person bigint, allowed text[], in_year int, of_type text)
returns table (assessments json, answers json, completed json, in_force bigint, reports json, later json)
rows 1 language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select overview.* from signed_in me, overview_of(tenant, person, in_year, of_type) overview
    where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed
      and me.has_accepted_terms and not me.needs_mfa_setup;
end $$;

create function own_assessment(tenant bigint, session bigint, person bigint, allowed text[], in_year int, of_type text)
returns table (id bigint)
rows 1 language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select a.id from signed_in me join assessments a on a.tenant_id = tenant and a.user_id = me.id and a.year = in_year and a.type = of_type
    where me.tenant_id = tenant and me.session_id = session and me.id = person and me.roles && allowed
      and me.has_accepted_terms and not me.needs_mfa_setup
    order by a.id desc limit 1;
end $$;

revoke execute on function later_editions, overview_of, own_overview, own_assessment from public;
grant execute on function later_editions, overview_of, own_overview, own_assessment to wm_app;
