-- A new installation counts its ids from a place of its own, so that an organisation keeps them when it moves to
-- another installation: reports and certificates contain ids and are sealed with a checksum. Tests need less than 10^12.
select setval('ids', (1 + floor(random() * 8999))::bigint * 100000000, false) where not exists (select from tenants);
