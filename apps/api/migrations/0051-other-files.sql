-- Files of other kinds than content-set/1. Nodes of release 0.2 read imports without these columns.
alter table content_imports
  -- What the author says about the file (`ImportChoices`).
  add choices jsonb not null default '{}',
  -- What the file is, and what was made of it (`ImportFindings`). Until it is created its file stays.
  add findings jsonb,
  -- The catalogue of a profile.
  add other_name text,
  add other_file bytea;
alter table content_imports alter column other_file set storage external;
