-- Names, titles, labels and keys are one line now. Sets with older ones could not be exported, their drafts not opened.
create function one_line(value text) returns text language sql immutable
  return btrim(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'));

-- The one-line fields of a draft.
create function one_line_fields(value jsonb, field text) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(key, one_line_fields(part, key)), '{}') from jsonb_each(value) as each(key, part))
    when 'array' then (select coalesce(jsonb_agg(one_line_fields(part, field) order by at), '[]')
      from jsonb_array_elements(value) with ordinality as each(part, at))
    when 'string' then case
      when field in ('title', 'language', 'source', 'scale', 'label', 'key', 'group', 'shortTitle')
      then to_jsonb(one_line(value #>> '{}')) else value end
    else value end;
end $$;

-- The owner sees the rows of a tenant table only while row-level security is not forced.
create procedure clean(target regclass, field name, cleaned text) language plpgsql as $$
begin
  execute format('alter table %s no force row level security', target);
  execute format('update %1$s set %2$I = %3$s where %2$I <> %3$s', target, field, cleaned);
  execute format('alter table %s force row level security', target);
end $$;

alter table content_sets disable trigger keep_edition;
update tenants set name = one_line(name) where name <> one_line(name);
do $$
declare place text;
begin
  foreach place in array array['users.name', 'users.organisation_name', 'sso_connections.name', 'content_sets.title',
    'content_sets.language', 'content_sets.source', 'certification_bands.label', 'elements.key', 'elements.title',
    'elements.group_name', 'report_bands.title', 'statements.key', 'statements.short_title', 'statement_responses.key',
    'statement_responses.label']
  loop
    call clean(split_part(place, '.', 1)::regclass, split_part(place, '.', 2), format('one_line(%I)', split_part(place, '.', 2)));
  end loop;
end $$;
call clean('content_sets', 'scale', 'array(select one_line(level) from unnest(scale) with ordinality as each(level, at) order by at)');
call clean('content_sets', 'draft', 'one_line_fields(draft, null)');
call clean('draft_elements', 'element', 'one_line_fields(element, null)');
alter table content_sets enable trigger keep_edition;

drop procedure clean;
drop function one_line_fields, one_line;
