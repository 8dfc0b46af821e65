import { type RawBuilder, sql } from 'kysely'

type Value = RawBuilder<unknown> | string | number

/** Whether a content set `c` covers the year. */
export function coversYear(year: Value): RawBuilder<boolean> {
  return sql`(c.year_from <= ${year} and (c.year_to is null or c.year_to >= ${year}))`
}

/** Whether a content set `c` is published, offers the type and covers the year. */
export function isOffered(type: Value, year: Value): RawBuilder<boolean> {
  return sql`(c.status = 'published' and ${coversYear(year)}
    and case ${type} when 'certification' then c.offers_certification else c.offers_self_assessment end)`
}

/** Whether new assessments of a type and year use a content set `c`: of each family, the newest edition on offer. */
export function isInForce(type: Value, year: Value): RawBuilder<boolean> {
  return sql`(${isOffered(type, year)} and not exists (
    select from (select * from content_sets c where ${isOffered(type, year)}) newer
    where newer.tenant_id = c.tenant_id and newer.family_id = c.family_id and newer.version > c.version))`
}
