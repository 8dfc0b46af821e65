-- The editions after an assessment's own, up to the newest in force for its year and type, newest first. An edition to
-- which assessments are still being moved doesn't count.
create or replace function later_editions(tenant bigint, content_set bigint, in_year int, of_type text)
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
revoke execute on function later_editions from public;
grant execute on function later_editions to wm_app;
