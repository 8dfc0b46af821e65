import { dayOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { type DemoUser, DEMO_USERS } from './demo-users.ts'

export const TIME_ZONE = 'Europe/London'
const DAY_MS = 86_400_000

export const OWNER = 'Resilience Lead'

export type Team = Parts & { id: number; now: Date }

export type Parts = Awaited<ReturnType<typeof partsOf>>

/** The ids of Northfield's users by name, and of what its content set has by key. */
export async function partsOf(db: Db, { tenantId }: Scope) {
  const set = await db
    .selectFrom('content_sets')
    .select(['id', 'family_id'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  const users = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const elements = await db
    .selectFrom('elements')
    .select(['id', 'key'])
    .where('tenant_id', '=', tenantId)
    .where('content_set_id', '=', set.id)
    .execute()
  const statements = await db
    .selectFrom('statements')
    .select(['id', 'element_id', 'key'])
    .where('tenant_id', '=', tenantId)
    .where('content_set_id', '=', set.id)
    .execute()
  return {
    setId: set.id,
    familyId: set.family_id,
    people: new Map(users.map((one) => [one.name, one.id])),
    elements: new Map(elements.map((one) => [one.key, one.id])),
    statements: new Map(statements.map((one) => [one.key, one])),
  }
}

export function ownerOf(): DemoUser {
  const found = DEMO_USERS.find(({ name }) => name === OWNER)
  if (!found) throw new Error(`There is no demo user ${OWNER}.`)
  return found
}

export function idIn(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}.`)
  return id
}

export function ago(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString()
}

export function dayIn(now: Date, days: number): string {
  return dayOf({ timeZone: TIME_ZONE }, new Date(now.getTime() + days * DAY_MS))
}
