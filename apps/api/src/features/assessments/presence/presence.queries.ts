import type { Shown } from 'contract/presence'
import { presence } from 'contract/presence'
import type { AccessClaims } from '#core/access-token.ts'
import { rolesThatMay } from '#core/permissions.ts'
import type { BatchStatement } from '#db/batch.ts'
import type { Pools } from '#db/pools.ts'
import type { Scope } from '#db/scope.ts'

type PresenceRow = {
  outcome: 'there' | 'same' | 'not_allowed' | 'not_found' | 'moved'
} & Pick<Shown, 'tag' | 'standing'> & {
    people: Shown['people'] | null
    responses: Shown['responses'] | null
    notes: Shown['notes'] | null
  }

export type Place = { element_id: number; statement_id: number | null; seen?: string | undefined }

const roles = rolesThatMay(presence.share.access).join(',')

/** Checks the sessions and answers several users, by a function of db/functions. */
const SHARE: BatchStatement = {
  name: 'share_presence',
  // Taking the tenant from the setting's value makes the setting come first.
  text: `select there.* from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound,
    share_presence(bound.tenant, '{${roles}}', $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) there`,
}

/** Together with others of the organisation whose requests arrive at the same time. */
export async function sendPresence(
  pools: Pools,
  { tenantId }: Scope,
  { sessionId, userId }: AccessClaims,
  id: number,
  { element_id, statement_id, seen }: Place,
): Promise<PresenceRow> {
  const values = [sessionId, userId, id, element_id, statement_id, seen ?? null]
  const [row] = await pools.batch<PresenceRow>(SHARE, tenantId, values)
  if (!row) throw new Error('The database function returned no row.')
  return row
}
