-- How many of its files the store had lost, so that a download says what it doesn't have.
alter table downloads add missing_files integer not null default 0;
