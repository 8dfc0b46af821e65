create or replace function find_lines(asked jsonb)
returns table (tenant_id bigint, user_id bigint, assessment_id bigint, total int, counted_to int)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0
set enable_bitmapscan = on set enable_indexscan = on set enable_sort = on set enable_incremental_sort = on set enable_hashjoin = on set enable_nestloop = on set enable_seqscan = off
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  organisation bigint := asked->'organisation';
  -- Where nothing is to begin.
  closed bigint[] := array(select value::bigint from jsonb_array_elements(asked->'closed'));
  sets bigint[] := array(select value::bigint from jsonb_array_elements(asked->'sets'));
  statuses text[] := array(select jsonb_array_elements_text(asked->'statuses'));
  kind text := asked->>'type';
  pattern text := like_part(asked->>'part');
  ending text := asked->>'ending';
  moment timestamptz := asked->>'now';
  year int := asked->'year';
  level jsonb := asked->'level';
  skip int := asked->'skip';
  most int := asked->'most';
  has_not_begun bool := asked->'has_not_begun';
  is_only_not_begun bool := has_not_begun and coalesce(asked->'statuses' = '[]', false);
  -- Whoever has not begun stands in the order of names then.
  by_activity bool := asked->>'sort' like 'touched_at.%' and not is_only_not_begun;
  direction text := case when asked->>'sort' like '%.desc' then 'desc' else 'asc' end;
  named bigint[];
  is_of_many bool := false;
  is_short bool;
  enough int := 1001;
  bearing text := $q$(u.name_norm like $6 or u.email_norm like $6)$q$;
  sifted text := $q$(u.name_norm like $11 or u.email_norm like $11) and (u.name_norm collate "C" like $6 or u.email_norm collate "C" like $6)$q$;
  of_many text;
  is_counted_on_the_way bool;
  seen text;
  begun text;
  wanted text;
  could_begin text;
  nothing_begun text;
  reported text;
  newest text;
  reached text;
  meant text;
  is_read bool;
  own text;
  none text;
  walk text;
  early text := '';
  page text := '';
  tenants bigint[];
  people bigint[];
  met int;
  n int := 0;
begin
  if organisation is not null then
    visible := array(select organisation where organisation = any (visible));
  end if;
  if coalesce(cardinality(visible), 0) = 0 then
    return query select null::bigint, null::bigint, null::bigint, 0, 1000;
    return;
  end if;
  seen := seen_by(visible);

  -- Of an assessment `a`: that it is begun, of the kind that is asked for; and besides that it is wanted.
  begun := $q$a.status <> 'not_started'$q$
    || case when asked->>'is_of_every_year' = 'true' then '' else ' and a.year = ' || year end
    || case when kind is null then '' else ' and a.type = $7' end
    || case when asked ? 'sets' and level is null then ' and a.content_set_id = any ($4)' else '' end;
  wanted := begun || case when asked ? 'statuses' then ' and a.status = any ($5)' else '' end
    || case when asked->>'is_stalled' = 'true' then $q$ and a.status = 'in_progress' and a.touched_at < now() - interval '30 days'$q$ else '' end;
  -- Of a person `u`: that they could have begun something, and that they have not.
  could_begin := 'u.is_active and u.removed_at is null and ' || seen
    || case when closed = '{}' then '' else ' and u.tenant_id <> all ($3)' end
    || case when asked->>'is_past' = 'true' then format(' and u.created_at < make_date(%s, 1, 1)', year + 1) else '' end;
  nothing_begun := format('not exists (select from assessments a where a.tenant_id = u.tenant_id and a.user_id = u.id and %s', begun);

  if asked ? 'part' and (ending is not null or level is not null) then
    named := find_bearers(asked->>'part', 1000);
    is_of_many := named is null;
  elsif asked ? 'part' then
    is_of_many := are_many(pattern, visible, seen, 1000);
    if not is_of_many then
      -- Few enough have a part of a name: they, what they have begun and who of them has not are read at once.
      is_short := length(asked->>'part') < 3;
      perform set_config('enable_bitmapscan', case when is_short then 'off' else 'on' end, true);
      for tenant_id, user_id, assessment_id, total, counted_to in execute format($q$
        with bearers as materialized (
          select u.tenant_id, u.id, u.name_norm, %s as could_begin from users u where u.removed_at is null and %s and %s limit 1001),
        named as materialized (select * from bearers where (select count(*) from bearers) <= 1000),
        own as materialized (
          select a.user_id, a.id, %s as touched_at, %s as is_wanted from assessments a
          where a.user_id = any (array(select id from named)) and %s and %s),
        lines as materialized (
          select n.tenant_id, n.id as user_id, n.name_norm, o.id, o.touched_at from named n left join own o on o.user_id = n.id
          where case when o.id is null then %s and n.could_begin else o.is_wanted end)
        select null::bigint, null::bigint, null::bigint, least($8, count(*))::int, case when (select count(*) from bearers) <= 1000 then $8 - 1 end from lines
        union all (select tenant_id, user_id, id, null, null from lines order by %s name_norm %s, user_id %10$s, id %10$s limit $10 offset $9)$q$,
          could_begin, seen, sifted, case when by_activity then 'a.touched_at' else 'null::timestamptz' end, wanted, replace(seen, 'u.', 'a.'), begun, has_not_begun::text,
          case when by_activity then format('touched_at %s nulls last,', direction) else '' end, direction)
        using visible, named, closed, sets, statuses, pattern, kind, enough, skip, most, with_fewer_trigrams(pattern)
      loop
        is_of_many := is_of_many or total is not null and counted_to is null;
        exit when is_of_many;
        return next;
      end loop;
      if not is_of_many then
        return;
      end if;
      perform set_config('enable_bitmapscan', 'on', true);
    end if;
  end if;
  is_counted_on_the_way := is_of_many and has_not_begun and not by_activity;
  of_many := ' and u.removed_at is null and ' || bearing;
  if is_of_many then
    -- Counting ends with the page after the one that is shown.
    enough := 1 + skip + 2 * most;
  end if;

  -- Of a person `k`: their newest report of the year `n`, and that it has reached the level.
  -- Many content sets are kept from the planner, who would compare each of 200 with its statistics.
  reported := format($q$r.kind = 'action' and r.type = 'self_assessment' and r.year = %s$q$, year)
    || case when not asked ? 'sets' then '' when cardinality(sets) < 20 then ' and r.content_set_id = any ($4)'
      else ' and case when r.content_set_id in (select unnest($4)) then true end' end;
  reached := case when level->>'at' = 'any' then 'n.current_score is not null'
    else format('least(floor(n.current_score * %s + 1e-9)::int, %s) = %s',
      (level->>'steps')::int, (level->>'levels')::int - 1, (level->>'at')::int - 1) end;
  newest := '(select r.assessment_id as id, r.current_score from reports r where r.tenant_id = k.tenant_id and r.user_id = k.user_id and '
    || reported || ' order by r.id desc limit 1) n';
  -- That the person is meant: by an id, or by a part of the name that so many have that they are soon met.
  meant := case when named is not null then ' and k.user_id = any ($2)'
    when is_of_many then ' and exists (select from users u where u.tenant_id = k.tenant_id and u.id = k.user_id' || of_many || ' offset 0)'
    else '' end;

  -- Lines `k` of what is begun. Whoever has a report or a certificate has begun: the row is read for what else is asked alone.
  -- Reports of one organisation are asked for by a range, for by equality an index that passes those of others has the order too.
  own := case
    when ending is not null then format($q$
      select c.tenant_id, c.user_id, c.assessment_id as id from (
        select u.tenant_id, u.user_id, u.assessment_id, u.valid_until, max(u.valid_until) over (partition by u.user_id, u.title) as latest
        from certifications u where %s and u.revoked_at is null and u.valid_until >= ($11 at time zone 'Etc/GMT+12')::date - %s) c
      join (select t.id, ($11 at time zone t.time_zone)::date as today from tenants t where t.id = any ($1) offset 0) t on t.id = c.tenant_id
      where c.valid_until = c.latest and case $12 when 'expired' then c.valid_until between t.today - 90 and t.today - 1
        else c.valid_until between t.today and t.today + 90 end$q$, seen, case ending when 'expired' then 90 else 0 end)
    when level is not null then format($q$
      select n.tenant_id, n.user_id, n.id from (
        select distinct on (r.tenant_id, r.user_id) r.tenant_id, r.user_id, r.assessment_id as id, r.current_score
        from reports r where %s and %s order by r.tenant_id, r.user_id, r.id desc) n
      where %s$q$, case when cardinality(visible) = 1 then 'r.tenant_id between $1[1] and $1[1]' else replace(seen, 'u.', 'r.') end, reported, reached)
    end;
  is_read := by_activity or wanted <> begun or kind is not null or ending is not null and asked->>'is_of_every_year' = 'false';
  own := case
    when own is null then format('select k.tenant_id, k.user_id, k.id, k.touched_at from assessments k where %s and %s%s',
      replace(seen, 'u.', 'k.'), replace(wanted, 'a.', 'k.'), meant)
    when is_read then format('select k.tenant_id, k.user_id, k.id, a.touched_at from (%s) k
      cross join lateral (select * from assessments a where a.tenant_id = k.tenant_id and a.id = k.id limit 1) a where %s%s', own, wanted, meant)
    else format('select k.tenant_id, k.user_id, k.id, null::timestamptz as touched_at from (%s) k where true%s', own, meant) end
    || case when ending is not null and level is not null then format(' and exists (select from %s where n.id = k.id and %s)', newest, reached) else '' end;
  none := format('select u.tenant_id, u.id as user_id, null::bigint as id, null::timestamptz as touched_at from users u where %s and %s)',
    could_begin, nothing_begun) || case when is_of_many then of_many else '' end;

  if is_of_many then
    perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
  end if;
  if is_only_not_begun and not is_of_many then
    -- What so many people have begun is read at once, for to look it up for each takes three times as long.
    walk := format($q$
      with people as materialized (
        select u.tenant_id, u.id from users u where %s order by u.name_norm %s, u.id %2$s limit $8),
      begun as materialized (
        select a.user_id from assessments a where a.user_id = any (array(select id from people)) and %s and %s)
      select array_agg(tenant_id), array_agg(id), (select count(*) from people) from (
        select * from people p where not exists (select from begun b where b.user_id = p.id) limit $10 offset $9) found$q$,
        could_begin, direction, replace(seen, 'u.', 'a.'), begun);
    if skip >= 500 and enough - skip >= most then
      -- Whoever goes on to the last one that is counted has the page as well.
      perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
      execute walk into tenants, people, met using visible, named, closed, sets, statuses, pattern, kind, 3 * (10 + enough), skip, enough - skip;
      if cardinality(people) = enough - skip then
        n := enough;
      else
        met := null;
      end if;
    end if;
  end if;
  -- All certificates that end are collected, for no order has them. Of the rest it is counted first how many there are, but
  -- where those who are soon met in the order of names are counted on the same way.
  if is_counted_on_the_way then
    n := enough;
  elsif n < enough and ending is null and named is null then
    if level is not null then
      -- Along the index of the newest reports as far as needed: else all are read and sorted.
      perform set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
    end if;
    if not is_only_not_begun then
      execute format('select count(*) from (%s limit $8) k', own)
        into n using visible, named, closed, sets, statuses, pattern, kind, enough;
    end if;
    perform set_config('enable_incremental_sort', 'on', true);
    if has_not_begun and n < enough then
      execute format('select $9 + count(*) from (%s limit $8 - $9) k', none)
        into n using visible, named, closed, sets, statuses, pattern, kind, enough, n;
    end if;
  end if;
  if n < enough then
    perform set_config('enable_nestloop', 'off', true), set_config('enable_sort', case when is_of_many then 'off' else 'on' end, true),
      set_config('enable_bitmapscan', case when is_of_many then 'off' else 'on' end, true);
    if not by_activity and (ending is not null or n >= 200) then
      -- Twice as many people as there are lines, in the order of names, have a page of them: less than to look up all names.
      early := format($q$, early as materialized (
        select k.tenant_id, k.user_id, k.id, u.name_norm from lines k join (
          select u.id, u.name_norm from users u where u.removed_at is null and %s order by u.name_norm %s, u.id %2$s
          limit (select case when count(*) >= 200 then 2 * count(*) else 0 end from lines)) u on u.id = k.user_id)$q$,
        case when cardinality(visible) = 1 then seen else 'true' end, direction);
      page := format($q$ union all (select tenant_id, user_id, id, null, null from early where (select count(*) from early) >= $9 + $10
        order by name_norm %s, user_id %1$s, id %1$s limit $10 offset $9)$q$, direction);
    end if;
    return query execute format($q$
      with lines as materialized (%s %s) %s
      select null::bigint, null::bigint, null::bigint, least($8, count(*))::int, $8 - 1 from lines %s
      union all (select k.tenant_id, k.user_id, k.id, null, null from lines k
        join (select * from users u where u.id = any (array(select user_id from lines)) offset 0) u on u.id = k.user_id %s
        order by %s u.removed_at is not null, u.name_norm %s, u.id %7$s, k.id %7$s limit $10 offset $9)$q$,
        own, case when has_not_begun then 'union all ' || none else '' end, early, page,
        case when early = '' then '' else 'where (select count(*) from early) < $9 + $10' end,
        case when by_activity then format('k.touched_at %s nulls last,', direction) else '' end, direction)
      using visible, named, closed, sets, statuses, pattern, kind, enough, skip, most, moment, ending;
    return;
  end if;

  -- So many that the page is soon full on the way through an index in its order.
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
  if is_only_not_begun and not is_of_many then
    n := 10 + skip + most;
    while met is null or met = n and coalesce(cardinality(people), 0) < most loop
      n := least(3 * n::bigint, 2000000000);
      execute walk into tenants, people, met using visible, named, closed, sets, statuses, pattern, kind, n, skip, most;
    end loop;
    return query select null::bigint, null::bigint, null::bigint, enough, enough - 1
      union all (select x.tenant_id, x.user_id, null, null, null from unnest(tenants, people) x(tenant_id, user_id) limit most);
    return;
  end if;
  perform set_config('enable_hashjoin', 'off', true);
  if by_activity then
    -- Whoever has not begun comes last, either way.
    walk := format('(select k.tenant_id, k.user_id, k.id from assessments k where %s and %s%s%s order by k.touched_at %s, k.id %5$s limit $11)',
      replace(seen, 'u.', 'k.'), replace(wanted, 'a.', 'k.'), meant,
      case when level is null then '' else format(' and exists (select from %s where n.id = k.id and %s)', newest, reached) end, direction)
      || case when has_not_begun then format(' union all (select k.tenant_id, k.user_id, k.id from (%s order by u.name_norm %s, u.id %2$s limit $11) k)', none, direction) else '' end;
  else
    -- Person by person: each one's own, fenced in, for by year and state an index would read all of an organisation's.
    own := case when level is null
      then format('select a.id from (select * from assessments a where a.tenant_id = u.tenant_id and a.user_id = u.id offset 0) a where %s', wanted)
      else format('select n.id from %s where %s', replace(replace(newest, 'k.user_id', 'u.id'), 'k.', 'u.'), reached)
        || case when is_read then format(' and exists (select from assessments a where a.tenant_id = u.tenant_id and a.id = n.id and %s)', wanted) else '' end
      end;
    -- Of many with a part of a name, who they are is read from the index of names alone, and of those who have it the rest.
    none := case when is_of_many
      then format('select null::bigint as id from users v where v.id = u.id and %s and %s offset 0)', replace(could_begin, 'u.', 'v.'), nothing_begun)
      else format('select null::bigint as id where %s and %s offset 0)', could_begin, nothing_begun) end;
    -- Whoever is removed comes last, either way.
    walk := format($q$(select u.tenant_id, u.id as user_id, x.id from users u cross join lateral (%s) x
        where u.removed_at is null and %s%s order by u.name_norm %s, u.id %4$s, x.id %4$s limit $11)$q$,
        case when is_only_not_begun then none when has_not_begun then own || ' union all ' || none else own end,
        seen, case when is_of_many then of_many else '' end, direction)
      || case when is_of_many then '' else format($q$ union all (select u.tenant_id, u.id, x.id from users u cross join lateral (%s) x
        where u.removed_at is not null and %s order by u.id %s, x.id %3$s limit $11)$q$, own, seen, direction) end;
  end if;
  return query execute format($q$
    with found as materialized (select * from (%s) found limit $11)
    select null::bigint, null::bigint, null::bigint, %s, $8 - 1
    union all (select k.tenant_id, k.user_id, k.id, null, null from found k limit $10 offset $9)$q$,
      walk, case when is_counted_on_the_way then 'least($8, (select count(*) from found))::int' else '$8' end)
    using visible, named, closed, sets, statuses, pattern, kind, enough, skip, most, case when is_counted_on_the_way then enough else skip + most end;
end $$;
alter function find_lines owner to wm_finder;
revoke execute on function find_lines from public;
grant execute on function find_lines to wm_platform;
