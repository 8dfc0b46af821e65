-- Where the provider sends people back to: an address of the connection's own, so that no provider's answer can be
-- taken for another's. Connections from before keep the one of their host until their provider knows the new one.
alter table sso_connections add column has_own_address boolean not null default false;
alter table sso_connections alter column has_own_address set default true;

-- What an answer must say of how the person signed in: `acr`, or AuthnContextClassRef. Empty: the provider is trusted.
alter table sso_connections add column required_contexts text[] not null default '{}';
