-- What content sets can say: which statements apply, responses of the whole set, and the scheme's own verdict. Nodes of
-- release 0.2 write none of it; they read such an edition as one without it.
alter table content_sets
  -- Groups of statements, responses and element bands as in the format: they are read with the set and never searched.
  add groups jsonb,
  add responses jsonb,
  add element_bands jsonb,
  add score_from text check (score_from in ('zero')),
  add not_applicable_counts text check (not_applicable_counts in ('full', 'none'));

alter table certification_bands
  add position int not null default 0,
  add min_statement float8 check (min_statement between 0 and 100),
  -- Which statements must reach it: "key" or the key of a level. Null: all.
  add of_statements text,
  add min_element_band text;

alter table statements
  -- The lowest level that asks for it. Null: every level.
  add level_key text,
  -- Null: every profile.
  add profile_keys text[],
  add tag_keys text[],
  add is_key boolean not null default false;

-- What was chosen at the start. Null: everything applies.
alter table assessments
  -- The chosen level and those below it, lowest first.
  add scope_levels text[],
  add scope_profiles text[];
