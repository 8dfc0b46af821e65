-- Declared in a certification assessment, such a response needs a file (docs/decisions/019-evidence.md).
alter table statement_responses add asks_for_evidence boolean not null default false;
