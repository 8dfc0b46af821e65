-- How many people each organisation has: the sum of its rows. A change adds to a row that no one else is writing, or
-- inserts one, so that no one waits.
create table headcounts (
  tenant_id bigint not null references tenants,
  id bigint not null default nextval('ids'),
  -- Not removed, and those who may sign in.
  people int not null,
  active int not null,
  primary key (tenant_id, id)
) with (fillfactor = 50);
select protect('headcounts', 'select, insert, update');

create function count_people() returns trigger language plpgsql as $$
declare
  changes headcounts[];
  change headcounts;
  free bigint;
begin
  if tg_op = 'INSERT' then
    changes := array(select (tenant_id, 0, count(*) filter (where removed_at is null), count(*) filter (where is_active))::headcounts
      from came group by tenant_id);
  elsif tg_op = 'DELETE' then
    changes := array(select (tenant_id, 0, -count(*) filter (where removed_at is null), -count(*) filter (where is_active))::headcounts
      from gone group by tenant_id);
  else
    changes := array(
      select (tenant_id, 0, sum(people), sum(active))::headcounts from (
        select tenant_id, (removed_at is null)::int as people, is_active::int as active from came
        union all select tenant_id, -(removed_at is null)::int, -is_active::int from gone) x
      group by tenant_id);
  end if;
  foreach change in array changes loop
    continue when change.people = 0 and change.active = 0;
    select h.id into free from headcounts h where h.tenant_id = change.tenant_id limit 1 for no key update skip locked;
    if found then
      update headcounts h set people = h.people + change.people, active = h.active + change.active
      where h.tenant_id = change.tenant_id and h.id = free;
    else
      insert into headcounts (tenant_id, people, active) values (change.tenant_id, change.people, change.active);
    end if;
  end loop;
  return null;
end $$;
revoke execute on function count_people from public;
create trigger count_people_come after insert on users referencing new table as came for each statement execute function count_people();
create trigger count_people_changed after update on users referencing old table as gone new table as came
  for each statement execute function count_people();
create trigger count_people_gone after delete on users referencing old table as gone for each statement execute function count_people();
