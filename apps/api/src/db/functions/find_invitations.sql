create or replace function find_invitations(asked jsonb)
returns table (tenant_id bigint, id bigint, total int)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set max_parallel_workers_per_gather = 0 set enable_bitmapscan = on set enable_sort = on
as $$
declare
  visible bigint[] := nullif(current_setting('app.tenant_ids', true), '')::bigint[];
  organisation bigint := asked->'organisation';
  statuses text[] := array(select jsonb_array_elements_text(asked->'statuses'));
  direction text := case when asked->>'sort' like '%.asc' then 'asc' else 'desc' end;
  skip int := asked->'skip';
  most int := asked->'most';
  wanted text := $q$l.kind = 'invite'$q$;
begin
  if organisation is not null then
    visible := array(select organisation where organisation = any (visible));
  end if;
  wanted := wanted || ' and ' || replace(seen_by(visible), 'u.', 'l.');
  -- As conditions that the planner knows an index of those that wait by.
  if asked ? 'statuses' and statuses <@ '{open,expired}' then
    wanted := wanted || ' and l.used_at is null and l.revoked_at is null' || case
      when not statuses @> '{expired}' then ' and l.expires_at > now()'
      when not statuses @> '{open}' then ' and l.expires_at <= now()' else '' end;
  elsif asked ? 'statuses' then
    wanted := wanted || $q$ and case when l.revoked_at is not null then 'revoked' when l.used_at is not null then 'accepted'
      when l.expires_at <= now() then 'expired' else 'open' end = any ($2)$q$;
  end if;
  -- About to expire, as the dashboard counts them.
  if asked ? 'expires_within' then
    wanted := wanted || $q$ and l.used_at is null and l.revoked_at is null and l.expires_at > now() and l.expires_at < now() + $8$q$;
  end if;
  if asked ? 'email' then
    wanted := wanted || ' and position($3 in l.email_norm) > 0';
  end if;
  -- Who invited, who may be of the platform, or where to.
  if asked ? 'name' then
    wanted := wanted || $q$ and (l.tenant_id in (select t.id from tenants t where position($4 in t.name_norm) > 0)
      or exists (select from users u where u.id = l.invited_by and position($4 in u.name_norm) > 0
        and u.tenant_id in (l.tenant_id, (select t.id from tenants t where t.kind = 'platform'))))$q$;
  end if;

  -- Of many organisations along an index in the order that is asked for.
  if cardinality(visible) > 1 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
  end if;
  return query execute format($q$
    with found as materialized (select l.tenant_id, l.id from one_time_links l where %s order by l.%s %s, l.id %3$s limit $5)
    select null::bigint, null::bigint, least(1001, count(*))::int from found
    union all (select f.tenant_id, f.id, null from found f limit $7 offset $6)$q$,
      wanted, case split_part(asked->>'sort', '.', 1) when 'email' then 'email_norm' when 'expires_at' then 'expires_at' else 'created_at' end, direction)
    using visible, statuses, asked->>'email', asked->>'name', greatest(1001, skip + most), skip, most, (asked->>'expires_within')::interval;
end $$;
alter function find_invitations owner to wm_finder;
revoke execute on function find_invitations from public;
grant execute on function find_invitations to wm_platform;
