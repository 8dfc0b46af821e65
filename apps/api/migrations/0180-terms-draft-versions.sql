-- A draft that is begun after another was published or thrown away is none that anybody has read: no two have a version in common.
create sequence terms_draft_versions as int;
grant usage on sequence terms_draft_versions to wm_app, wm_platform;
alter table terms_drafts alter version set default nextval('terms_draft_versions');
