-- Removed people whose assessments stay with the organisation: the row remains, with nothing personal in it.
alter table users add removed_at timestamptz;
