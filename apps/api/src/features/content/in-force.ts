import { ASSESSMENT_TYPES } from 'contract/enumerations'
import type { ReplacedSet } from 'contract/editions'
import type { AssessmentType } from 'contract/fields'
import type { AllScope, Db, PlatformScope } from '#db/scope.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { InForce } from './draft-of-file.ts'
import { type Published, type Replaced, listPublished, countUsers } from './in-force.queries.ts'

/** What is about to be published in an organisation. Without a family it is the first edition of one. */
export type Offer = InForce & { tenantId: number; familyId: number | undefined }

/** Sets of other families that are in force now and no longer once these are published, by organisation. */
export async function listReplaced(
  db: Db,
  scope: PlatformScope | AllScope,
  offers: readonly Offer[],
  now: Date,
): Promise<Map<number, ReplacedSet[]>> {
  const published = Map.groupBy(await listPublished(db, scope), ({ tenant_id }) => tenant_id)
  const replaced = offers.flatMap((offer) => {
    const sets = published.get(offer.tenantId) ?? []
    const [{ time_zone: timeZone } = { time_zone: 'UTC' }] = sets
    return replacedBy(offer, sets, yearOf({ timeZone }, now))
  })
  const counted = await countUsers(db, scope, replaced)
  return Map.groupBy(
    replaced.map((one, index) => ({ ...one, ...(counted[index] ?? NO_USERS) })),
    ({ tenant_id }) => tenant_id,
  )
}

const NO_USERS = { started: 0, not_started: 0 }

/** Past years don't count: no assessment starts in them. */
export function replacedBy(offer: Offer, sets: readonly Published[], year: number): Replaced[] {
  const found = new Map<number, Replaced>()
  const from = Math.max(offer.year_from ?? year, year)
  for (const type of ASSESSMENT_TYPES.filter((one) => offers(offer, one)))
    for (const [start, end] of periodsOf(offer, sets, from)) {
      const set = sets.find((one) => offers(one, type) && covers(one, start))
      if (!set || set.family_id === offer.familyId) continue
      const { tenant_id, id, title, version } = set
      const first = { types: [type], year_from: start, year_to: end }
      const { types, year_from, year_to } = found.get(id) ?? first
      found.set(id, {
        tenant_id,
        id,
        title,
        version,
        types: types.includes(type) ? types : [...types, type],
        year_from: Math.min(year_from, start),
        year_to: laterOf(year_to, end),
      })
    }
  return [...found.values()]
}

/** The offered years in parts within which the same set is in force. */
function periodsOf({ year_to }: Offer, sets: readonly Published[], from: number) {
  const last = year_to ?? Infinity
  const starts = sets.flatMap((set) => [set.year_from ?? 0, (set.year_to ?? Infinity) + 1])
  const inside = [...new Set([from, ...starts.filter((start) => start > from && start <= last)])]
  const sorted = inside.filter((start) => start <= last).toSorted((one, other) => one - other)
  return sorted.map((start, index): [number, number | null] => {
    const end = Math.min((sorted[index + 1] ?? Infinity) - 1, last)
    return [start, end === Infinity ? null : end]
  })
}

function offers(set: InForce, type: AssessmentType) {
  return type === 'certification' ? set.offers_certification : set.offers_self_assessment
}

function covers({ year_from, year_to }: InForce, year: number) {
  return year_from !== null && year_from <= year && (year_to === null || year_to >= year)
}

function laterOf(one: number | null, other: number | null) {
  return one === null || other === null ? null : Math.max(one, other)
}
