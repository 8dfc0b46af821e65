-- Who is looked at in the order of ids, where `seen` is what seen_by answers: of one organisation along its own index. Along
-- that of all ids the planner expects to meet its people soon, and read 20,000 others on the way to the 200 of a younger one.
create function seen_by_id(visible bigint[], seen text) returns text language sql immutable set search_path = pg_catalog, pg_temp
  -- Not by equality, which would leave the order to the ids alone.
  return case when cardinality(visible) = 1 then 'u.tenant_id between $1[1] and $1[1] order by u.tenant_id, u.id' else seen || ' order by u.id' end;
revoke execute on function seen_by_id from public;
grant execute on function seen_by_id to wm_finder;

-- As 0149 has it, with people taken in the order of ids so.
create or replace function find_people(name_part text, email_part text, organisation bigint, role text, sort text, skip int, most int)
returns table (tenant_id bigint, id bigint, total int)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_sort = on set enable_incremental_sort = off
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  patterns text[] := array(
    select '%' || regexp_replace(lower(regexp_replace(normalize(part, nfd), '[\u0300-\u036f]', '', 'g')), '([\\%_])', '\\\1', 'g') || '%'
    from unnest(array[name_part, email_part]) with ordinality x(part, n) order by n);
  direction text := case when sort like '%.desc' then 'desc' else 'asc' end;
  sorted text := 'order by ' || format(case split_part(sort, '.', 1)
    when 'name' then 'u.name_norm %1$s, u.id %1$s'
    when 'email' then 'u.email_norm %1$s, u.id %1$s'
    when 'is_active' then 'u.is_active %1$s, u.name_norm %1$s, u.id %1$s'
    when 'last_login_at' then 'u.last_login_at %1$s nulls %2$s, u.id %1$s'
    when 'tenant_id' then 't.name %1$s, t.id %1$s, u.name_norm %1$s, u.id %1$s'
  end, direction, case direction when 'asc' then 'first' else 'last' end);
  seen text;
  matching text;
  source text;
  sampled text;
  is_common boolean;
  joined text := case when sort like 'tenant_id.%' then 'join tenants t on t.id = u.tenant_id' else '' end;
begin
  if organisation is not null then
    visible := array(select organisation where organisation = any (visible));
  end if;
  seen := seen_by(visible);
  matching := 'true' || case when name_part is null then '' else ' and u.name_norm like $2[1]' end
    || case when email_part is null then '' else ' and u.email_norm like $2[2]' end
    || case role when 'admin' then ' and ''admin'' = any (u.roles)' when 'user' then ' and ''user'' = any (u.roles)' else '' end;

  -- Under row security the planner knows nothing of the texts: whether one in five has the part, 200 people tell,
  -- taken in an order that has nothing to do with their names, and 200 in another such order.
  is_common := true;
  if name_part is not null or email_part is not null then
    foreach sampled in array array[seen || ' order by u.last_login_at nulls first', seen_by_id(visible, seen)] loop
      execute format('select count(*) >= 40 from (select u.name_norm, u.email_norm, u.roles from users u where u.removed_at is null and %s limit 200) u where %s', sampled, matching)
        into is_common using visible, patterns;
      exit when not is_common;
    end loop;
  end if;
  matching := 'u.removed_at is null and ' || seen || ' and ' || matching;

  if is_common then
    perform set_config('enable_bitmapscan', 'off', true);
    execute format('select count(*) from (select from users u where %s limit 1001) x', matching)
      into total using visible, patterns;
    return next;
  else
    -- By the trigrams: all of them at once, to count and to sort. One or two characters have none.
    perform set_config('enable_bitmapscan', case when greatest(length(name_part), length(email_part)) < 3 then 'off' else 'on' end, true);
    for tenant_id, id, total in execute format('with found as materialized (
          select u.tenant_id, u.id, u.name_norm, u.email_norm, u.is_active, u.last_login_at from users u where %s limit 1001
        ), counted as (select count(*)::int as n from found)
        select null, null, n from counted
        union all (select u.tenant_id, u.id, null from found u %s
          where (select n from counted) <= 1000 %s offset $3 limit $4)', matching, joined, sorted)
      using visible, patterns, skip, most
    loop
      is_common := is_common or coalesce(total > 1000, false);
      return next;
    end loop;
  end if;
  if not is_common then
    return;
  end if;

  -- So many match that the page is soon full on the way through an index in its order.
  perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
  source := 'users u where ' || matching;
  if sort like 'tenant_id.%' then
    -- One organisation after another and no further than needed: a nested loop keeps the order of its outer side.
    source := format('(select id, name from tenants where id = any ($1) order by name %1$s, id %1$s) t
      cross join lateral (select u.tenant_id, u.id from users u where u.tenant_id = t.id and %2$s
        order by u.name_norm %1$s, u.id %1$s limit $3 + $4) u', direction, matching);
    sorted := '';
  end if;
  return query execute format('select u.tenant_id, u.id, null::int from %s %s offset $3 limit $4', source, sorted)
    using visible, patterns, skip, most;
end $$;

-- As 0150 has it, in the same way; and who is found is answered in the order of names.
create or replace function find_bearers(part text, most int) returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_indexscan = on set enable_sort = on set enable_incremental_sort = off
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  pattern text := '%' || regexp_replace(lower(regexp_replace(normalize(part, nfd), '[\u0300-\u036f]', '', 'g')), '([\\%_])', '\\\1', 'g') || '%';
  seen text := seen_by(visible);
  bearing text := '(u.name_norm like $2 or u.email_norm like $2)';
  bearers bigint[];
  sampled text;
  is_common boolean;
begin
  -- Where one in ten has it, one soon meets more than enough; and one or two characters have no trigrams.
  foreach sampled in array array[seen || ' order by u.last_login_at nulls first', seen_by_id(visible, seen)] loop
    execute format('select count(*) >= 10 from (select u.name_norm, u.email_norm from users u where u.removed_at is null and %s limit 100) u where %s', sampled, bearing)
      into is_common using visible, pattern;
    exit when not is_common;
  end loop;
  if is_common then
    -- Twenty times as many have the last word.
    execute format('select array_agg(id) from (select u.id from (
        select u.id, u.name_norm, u.email_norm from users u where u.removed_at is null and %s order by u.last_login_at nulls first limit 2000) u where %s limit $3 + 1) u', seen, bearing)
      into bearers using visible, pattern, most;
    if cardinality(bearers) > most then return null; end if;
  end if;
  is_common := length(part) < 3;
  perform set_config('enable_bitmapscan', case when is_common then 'off' else 'on' end, true),
    set_config('enable_indexscan', case when is_common then 'on' else 'off' end, true);
  execute format('select array_agg(id order by name_norm, id) from (select u.id, u.name_norm from users u where u.removed_at is null and %s and %s limit $3 + 1) u', seen, bearing)
    into bearers using visible, pattern, most;
  return case when coalesce(cardinality(bearers), 0) <= most then coalesce(bearers, '{}') end;
end $$;
