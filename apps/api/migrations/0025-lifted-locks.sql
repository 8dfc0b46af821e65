-- A keyed hash of the account whose attempts are counted, so that its locks can be seen and lifted. No address is stored.
alter table rate_limits add account bytea;
create index rate_limits_of_account on rate_limits (account) where account is not null;
