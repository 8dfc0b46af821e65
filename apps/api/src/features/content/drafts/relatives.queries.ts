import { sql } from 'kysely'
import type { ContentSetDetails } from 'contract/content-sets'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import type { ContentSetRow } from './drafts.queries.ts'

type Relatives = Pick<ContentSetDetails, 'tenant' | 'based_on' | 'draft_id'>

/** Whose a content set is, which edition it follows, and the draft that would be its next. */
export async function findRelatives(
  db: Db,
  { tenantId }: Scope,
  { id, family_id, based_on }: ContentSetRow,
): Promise<Relatives> {
  const { rows } = await sql<{
    name: string
    is_platform: boolean
    based_version: number | null
    draft_id: number | null
  }>`
    select t.name, t.kind = 'platform' as is_platform,
      (select version from content_sets c where c.tenant_id = t.id and c.id = ${based_on}) as based_version,
      (select id from content_sets c where c.tenant_id = t.id and c.family_id = ${family_id} and c.status = 'draft' and c.id <> ${id}) as draft_id
    from tenants t where t.id = ${tenantId}`.execute(db)
  const row = rows[0]
  return {
    tenant: { id: tenantId, name: row?.name ?? '', is_platform: row?.is_platform ?? false },
    based_on:
      based_on !== null && row?.based_version != null
        ? { id: based_on, version: row.based_version }
        : null,
    draft_id: row?.draft_id ?? null,
  }
}
