-- Whose answer, as well. The planner multiplies how few rows are of an organisation and how few of a statement, though
-- the one follows from the other: it takes this index for as good as the primary key where an answer is looked for, and
-- read everybody's answers to the statement. Now either leads to the one. None of it ever changes: a changed answer
-- stays within its page as before.
drop index responses_of_statement;
create index responses_of_statement on responses (tenant_id, statement_id, assessment_id, state);
