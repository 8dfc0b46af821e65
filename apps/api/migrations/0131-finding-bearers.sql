-- As 0097 has it, but where the few people who are looked at first have something in common, a part seems common that
-- is not, and an index was read until so many were found: 10,000 people for a name that one in 25 has.
create or replace function find_bearers(part text, most int) returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_indexscan = on set enable_sort = on
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  pattern text := '%' || regexp_replace(lower(regexp_replace(normalize(part, nfd), '[\u0300-\u036f]', '', 'g')), '([\\%_])', '\\\1', 'g') || '%';
  seen text := 'u.removed_at is null and ' || seen_by(visible);
  bearing text := '(u.name_norm like $2 or u.email_norm like $2)';
  bearers bigint[];
  is_common boolean;
begin
  -- Where one in ten has it, one soon meets more than enough; and one or two characters have no trigrams.
  execute format('select count(*) >= 10 from (
      select u.name_norm, u.email_norm from users u where %s order by u.last_login_at nulls first limit 100) u where %s', seen, bearing)
    into is_common using visible, pattern;
  if is_common then
    -- Twenty times as many have the last word.
    execute format('select array_agg(id) from (select u.id from (
        select u.id, u.name_norm, u.email_norm from users u where %s order by u.last_login_at nulls first limit 2000) u where %s limit $3 + 1) u', seen, bearing)
      into bearers using visible, pattern, most;
    if cardinality(bearers) > most then return null; end if;
  end if;
  is_common := length(part) < 3;
  perform set_config('enable_bitmapscan', case when is_common then 'off' else 'on' end, true),
    set_config('enable_indexscan', case when is_common then 'on' else 'off' end, true);
  execute format('select array_agg(id) from (select u.id from users u where %s and %s limit $3 + 1) u', seen, bearing)
    into bearers using visible, pattern, most;
  return case when coalesce(cardinality(bearers), 0) <= most then coalesce(bearers, '{}') end;
end $$;
