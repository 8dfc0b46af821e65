-- Compressing a file of 20 MB takes a processor for seconds, and workbooks are compressed already.
alter table content_imports alter column file set storage external;
alter table content_exports alter column file set storage external;
