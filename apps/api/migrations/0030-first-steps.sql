-- Whether an admin has hidden the first steps of their organisation, for each user.
alter table users add hides_start boolean not null default false;
