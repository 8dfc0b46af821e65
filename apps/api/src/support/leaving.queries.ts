import { sql } from 'kysely'
import { plural } from 'rules/plural'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'

/** Ends a user's part in shared assessments. Their elements need a new person; an owner has to hand theirs over first. */
export async function leaveShared(db: Db, scope: Scope, userId: number): Promise<void> {
  const { tenantId } = scope
  const owned = await findOwned(db, scope, userId)
  if (owned) throw new ApiError('conflict', ownerText(owned))
  await sql`update assessment_members set left_at = now()
    where tenant_id = ${tenantId} and user_id = ${userId} and left_at is null`.execute(db)
  await sql`update element_assignments set user_id = null
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(db)
  await leaveApprovals(db, scope, userId)
}

/** An approver who leaves decides nothing any more. */
async function leaveApprovals(db: Db, { tenantId }: Scope, userId: number) {
  await sql`update approvals set state = 'cleared', ended_at = now()
    where tenant_id = ${tenantId} and approver_id = ${userId} and state = 'asked'`.execute(db)
  await sql`update assessments set approver_id = null
    where tenant_id = ${tenantId} and approver_id = ${userId} and status not in ('in_review', 'certified')`.execute(
    db,
  )
}

type Owned = { name: string; title: string; year: number; others: number }

function ownerText({ name, title, year, others }: Owned) {
  const owns = `${name} owns the shared assessment “${title}” of ${year}`
  if (others === 0)
    return `${owns}. First, an admin of the organisation has to choose a new owner under “Shared assessments”.`
  const more = plural(others, { one: 'and # other', other: 'and # others' })
  return `${owns} ${more}. First, an admin of the organisation has to choose a new owner for each of them under “Shared assessments”.`
}

async function findOwned(db: Db, { tenantId }: Scope, userId: number) {
  const { rows } = await sql<Owned>`
    select o.name, c.title, a.year, count(*) over ()::int - 1 as others from assessments a
    join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    where a.tenant_id = ${tenantId} and a.owner_id = ${userId} order by a.year desc, a.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}
