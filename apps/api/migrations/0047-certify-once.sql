-- A certificate is for a family of content sets, what was chosen of it (scope), and its holder: a user, or null for the
-- organisation. Of these there is one at a time: the next one supersedes it.
alter table certifications
  add family_id bigint,
  add scope text not null default '',
  add holder_user_id bigint,
  add superseded_at timestamptz,
  add foreign key (tenant_id, holder_user_id) references users;

-- Row-level security is forced for the owner too.
alter table certifications no force row level security;
alter table assessments no force row level security;
alter table content_sets no force row level security;
update certifications c set family_id = s.family_id, holder_user_id = a.user_id
from assessments a join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
where a.tenant_id = c.tenant_id and a.id = c.assessment_id;
update certifications c set superseded_at = later.at
from (
  select tenant_id, id, lead(issued_at) over (partition by tenant_id, family_id, holder_user_id order by issued_at, id) as at
  from certifications where revoked_at is null
) later
where later.tenant_id = c.tenant_id and later.id = c.id and later.at is not null;
alter table certifications force row level security;
alter table assessments force row level security;
alter table content_sets force row level security;

alter table certifications alter family_id set not null;
create unique index certifications_in_force on certifications (tenant_id, family_id, scope, holder_user_id) nulls not distinct
  where revoked_at is null and superseded_at is null;
-- A user's own, and by "is null" the organisation's.
create index certifications_of_holder on certifications (tenant_id, holder_user_id, year desc);

-- For nodes and archives of release 0.2, which know nothing of this. A later release drops it.
create function supersede_certificates() returns trigger language plpgsql as $$
begin
  select s.family_id, a.user_id into new.family_id, new.holder_user_id
  from assessments a join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
  where a.tenant_id = new.tenant_id and a.id = new.assessment_id;
  if new.revoked_at is null then
    update certifications set superseded_at = new.issued_at
    where tenant_id = new.tenant_id and family_id = new.family_id and scope = new.scope
      and holder_user_id is not distinct from new.holder_user_id and revoked_at is null and superseded_at is null;
  end if;
  return new;
end $$;
create trigger supersede_certificates before insert on certifications for each row when (new.family_id is null)
  execute function supersede_certificates();
revoke execute on function supersede_certificates from public;
