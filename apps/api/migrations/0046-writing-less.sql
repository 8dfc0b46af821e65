-- What content sets can say with less writing. Nodes of release 0.2 write none of it and read editions without it.
alter table statements
  -- Any response of the statement requires a note before its element can be completed.
  add asks_for_note boolean not null default false,
  -- What good evidence looks like, in Markdown.
  add evidence_example text;

-- Choosing it requires a note.
alter table statement_responses add asks_for_note boolean not null default false;

-- The headings above an element, outermost first. The last of them is its group.
alter table elements add path text[];
