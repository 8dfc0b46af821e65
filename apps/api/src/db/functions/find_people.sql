create or replace function find_people(name_part text, email_part text, organisation bigint, role text, sort text, skip int, most int)
returns table (tenant_id bigint, id bigint, total int)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_sort = on set enable_incremental_sort = off
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  patterns text[] := array[case when name_part is not null then like_part(name_part) end, case when email_part is not null then like_part(email_part) end];
  -- One or two characters have no trigrams.
  is_short bool := greatest(length(name_part), length(email_part)) < 3;
  direction text := case when sort like '%.desc' then 'desc' else 'asc' end;
  is_by_tenant bool := sort like 'tenant_id.%';
  sorted text := 'order by ' || format(case split_part(sort, '.', 1)
    when 'name' then 'u.name_norm %1$s, u.id %1$s'
    when 'email' then 'u.email_norm %1$s, u.id %1$s'
    when 'is_active' then 'u.is_active %1$s, u.name_norm %1$s, u.id %1$s'
    when 'last_login_at' then 'u.last_login_at %1$s nulls %2$s, u.id %1$s'
    when 'tenant_id' then 't.name %1$s, t.id %1$s, u.name_norm %1$s, u.id %1$s'
  end, direction, case direction when 'asc' then 'first' else 'last' end);
  seen text;
  matching text;
  by_trigrams text;
  walk text;
  sampled text;
  column_norm text := case split_part(sort, '.', 1) when 'email' then 'email_norm' else 'name_norm' end;
  looked_at int;
  met int;
  scattered int;
  is_common bool;
  is_soon_full bool;
  tenants bigint[];
  people bigint[];
begin
  if organisation is not null then
    visible := array(select organisation where organisation = any (visible));
  end if;
  seen := seen_by(visible);
  matching := 'true' || case when name_part is null then '' else ' and u.name_norm like $2[1]' end
    || case when email_part is null then '' else ' and u.email_norm like $2[2]' end
    || case role when 'admin' then ' and ''admin'' = any (u.roles)' when 'user' then ' and ''user'' = any (u.roles)' else '' end;

  -- Under row security the planner knows nothing of the texts: whether one in five has the part, 250 people tell,
  -- taken in an order that has nothing to do with their names, and 250 in another such order. The ids cost the less to go by.
  is_common := true;
  if name_part is not null or email_part is not null then
    foreach sampled in array array[seen_by_id(visible, seen), seen || ' order by u.last_login_at nulls first'] loop
      execute format('select count(*), count(*) filter (where %2$s), count(*) filter (where %2$s and u.%3$s not like $3)
          from (select u.name_norm, u.email_norm, u.roles from users u where u.removed_at is null and %1$s limit 250) u', sampled, matching, column_norm)
        into looked_at, met, scattered using visible, patterns, substr(patterns[case column_norm when 'email_norm' then 2 else 1 end], 2);
      is_common := met >= 50;
      exit when not is_common;
    end loop;
  end if;
  -- Where an index in the order that is asked for tells by itself who has the part, and 2,000 of its entries should have a page:
  -- of those who have it further on than at the beginning, for the others stand together, somewhere.
  is_soon_full := not is_common and looked_at = 250 and scattered >= 5 and 8 * scattered >= skip + most and role is null
    and case split_part(sort, '.', 1) when 'email' then name_part is null when 'name' then email_part is null when 'is_active' then email_part is null else false end;
  seen := 'u.removed_at is null and ' || seen;
  patterns := patterns || array[with_fewer_trigrams(patterns[1]), with_fewer_trigrams(patterns[2])];
  by_trigrams := seen || ' and ' || replace(replace(matching,
    'u.name_norm like', 'u.name_norm like $2[3] and u.name_norm collate "C" like'),
    'u.email_norm like', 'u.email_norm like $2[4] and u.email_norm collate "C" like');
  -- So many match that the page is soon full on the way through an index in its order.
  walk := case
    -- One organisation after another and no further than needed: a nested loop keeps the order of its outer side.
    when is_by_tenant then format('select u.tenant_id, u.id, null::int from (select id, name from tenants where id = any ($1) order by name %1$s, id %1$s) t
      cross join lateral (select u.tenant_id, u.id from users u where u.tenant_id = t.id and %2$s and %3$s
        order by u.name_norm %1$s, u.id %1$s limit $3 + $4) u', direction, seen, matching)
    else format('select u.tenant_id, u.id, null::int from users u where %s and %s %s', seen, matching, sorted) end || ' offset $3 limit $4';

  if is_common then
    perform set_config('enable_bitmapscan', 'off', true);
    execute format('select count(*) from (select from users u where %s and %s limit 1001) x', seen, matching)
      into total using visible, patterns;
  elsif is_soon_full then
    -- Four times as far as it should be: those who were looked at may have more in common than others.
    perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
    execute format('select array_agg(tenant_id), array_agg(id) from (
          select u.tenant_id, u.id from (select * from users u where %s %s limit %s) u where %s %2$s offset $3 limit $4) page',
        seen, sorted, 1000 * (skip + most) / scattered, matching)
      into tenants, people using visible, patterns, skip, most;
    perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', case when is_short then 'off' else 'on' end, true);
    if cardinality(people) = most then
      execute format('select count(*) from (select from users u where %s limit 1001) x', by_trigrams)
        into total using visible, patterns;
      return next;
      return query select x.*, null::int from unnest(tenants, people) x;
      return;
    end if;
  end if;

  if is_common then
    return next;
  else
    -- By the trigrams: all of them at once, to count and to sort.
    perform set_config('enable_bitmapscan', case when is_short then 'off' else 'on' end, true);
    for tenant_id, id, total in execute format('with found as materialized (
          select u.tenant_id, u.id, u.name_norm, u.email_norm, u.is_active, u.last_login_at from users u where %s limit 1001
        ), counted as (select count(*)::int as n from found)
        select null, null, n from counted
        union all (select u.tenant_id, u.id, null from found u %s
          where (select n from counted) <= 1000 %s offset $3 limit $4)', by_trigrams,
        case when is_by_tenant then 'join tenants t on t.id = u.tenant_id' else '' end, sorted)
      using visible, patterns, skip, most
    loop
      is_common := is_common or coalesce(total > 1000, false);
      return next;
    end loop;
  end if;
  if is_common then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    return query execute walk using visible, patterns, skip, most;
  end if;
end $$;
alter function find_people owner to wm_finder;
revoke execute on function find_people from public;
grant execute on function find_people to wm_platform;
