-- Counts an attempt in each window until one has had too many. A crash may lose counts, so it doesn't wait for the disk.
create or replace function count_attempts(keys bytea[], most int[], seconds int[])
returns table (count int, wait int) rows 2 language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  for n in 1 .. cardinality(keys) loop
    insert into rate_limits as r (key, count, resets_at) values (keys[n], 1, now() + make_interval(secs => seconds[n]))
    on conflict (key) do update set
      count = case when r.resets_at <= now() then 1 else r.count + 1 end,
      resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
    returning r.count, ceil(extract(epoch from r.resets_at - now()))::int into count, wait;
    return next;
    exit when count > most[n];
  end loop;
end $$;
revoke execute on function count_attempts from public;
grant execute on function count_attempts to wm_app;
