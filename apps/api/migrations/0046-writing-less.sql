-- What content sets can say with less writing. Nodes of release 0.2 write none of it and read editions without it.
alter table statements
  -- Any response of the statement requires a note before its element can be completed.
  add asks_for_note boolean not null default false,
  -- What good evidence looks like, in Markdown.
  add evidence_example text,
  -- Its responses are the set's, so a file doesn't repeat them.
  add shares_responses boolean not null default false;

-- Choosing it requires a note.
alter table statement_responses add asks_for_note boolean not null default false;

-- The headings above an element, outermost first. The last of them is its group.
alter table elements add path text[];

-- The responses of the set as its author wrote them (`ContentSetFile`).
alter table content_sets add responses jsonb;
create or replace function keep_edition() returns trigger language plpgsql as $$
begin
  if (old.title, old.description, old.language, old.source, old.licence, old.introduction, old.scale, old.responses, old.family_id, old.version)
    is distinct from
    (new.title, new.description, new.language, new.source, new.licence, new.introduction, new.scale, new.responses, new.family_id, new.version)
    or new.status = 'draft'
  then raise exception 'A published edition does not change.' using errcode = 'check_violation'; end if;
  return new;
end $$;
