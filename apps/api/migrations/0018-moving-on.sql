-- Whether the player moves on after an answer, for each user.
alter table users add moves_on boolean not null default true;
