-- Forgets the attempts of one key after a success and takes back one from another. In the order of counting, so that
-- two calls never deadlock.
create or replace function forgive_attempts(forgotten bytea, given_back bytea) returns void language plpgsql as $$
begin
  delete from rate_limits where key = forgotten;
  update rate_limits set count = greatest(count - 1, 0) where key = given_back;
end $$;
revoke execute on function forgive_attempts from public;
grant execute on function forgive_attempts to wm_app;
