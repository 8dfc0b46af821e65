import type { App } from '#core/context.ts'
import { sql } from 'kysely'
import { dayOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { tell } from './notices.queries.ts'
import { getTimeZone } from './tenants.queries.ts'

/** The people of a shared assessment learn that an auditor has decided. Its owner has a mail about it. */
export async function tellDecided(
  db: Db,
  app: App,
  scope: Scope,
  { assessmentId, ownerId }: { assessmentId: number; ownerId: number },
): Promise<void> {
  const members = await listMembers(db, scope, assessmentId)
  if (members === undefined) return
  const at = app.adapters.now()
  const toldOn = dayOf({ timeZone: await getTimeZone(db, scope.tenantId) }, at)
  const notice = { kind: 'decided', assessmentId, by: null, at } as const
  await tell(db, scope, [ownerId], { ...notice, toldOn })
  await tell(db, scope, members, notice)
}

/** Undefined for an assessment of one user. */
async function listMembers(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ members: number[] }>`
    select array(select m.user_id from assessment_members m where m.tenant_id = a.tenant_id and m.assessment_id = a.id
      and m.left_at is null and m.user_id <> a.owner_id) as members
    from assessments a where a.tenant_id = ${tenantId} and a.id = ${id} and a.owner_id is not null`.execute(
    db,
  )
  return rows[0]?.members
}
