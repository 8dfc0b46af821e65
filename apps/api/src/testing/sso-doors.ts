import type { SsoFailureReason } from 'contract/sso'
import { expect } from 'vitest'
import { aUser } from './factories.ts'
import { anOwner } from './linking.ts'
import type { startSso } from './sso-fixture.ts'
import { lastRefusal } from './sso.ts'

export type Outcome = { end: string; detail: string | undefined }

/** How each door ends if the provider's answer is refused for this reason. */
export type Door = [
  name: string,
  enter: (hint?: string) => Promise<Outcome>,
  ends: (reason: SsoFailureReason) => string,
]

/** What all doors have in common through which a provider's answer comes in. */
export async function doorFrame(s: Awaited<ReturnType<typeof startSso>>) {
  const elsewhere = await s.newTenant()
  return {
    elsewhere,
    owner: async () => await anOwner(s.t, await aUser(s.t.db, { tenant: s.tenant }), {}),
    outcomeOf: async (end: string, action = 'sso.rejected'): Promise<Outcome> => ({
      end,
      detail: (await lastRefusal(s.t.db, s.tenant, action))?.detail,
    }),
    settings: (reason: SsoFailureReason) => `/settings?link=${reason}`,
    nothingHappened: async () => {
      const rows = await s.t
        .sql`select from identities where tenant_id in (${s.tenant.id}, ${elsewhere.id})
        union all select from sessions where method = 'sso' and tenant_id in (${s.tenant.id}, ${elsewhere.id})`
      expect(rows).toHaveLength(0)
    },
  }
}

/** Every rule at every door. */
export function atEveryDoor<Rule extends readonly [name: string, ...rest: unknown[]]>(
  rules: readonly Rule[],
  doors: readonly Door[],
): { name: string; at: string; rule: Rule; door: Door }[] {
  return rules.flatMap((rule) => doors.map((door) => ({ name: rule[0], at: door[0], rule, door })))
}
