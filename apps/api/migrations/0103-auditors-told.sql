-- When the auditors of an organisation were told of a submission: once, however often the job runs.
alter table reviews add column auditors_told_at timestamptz;
