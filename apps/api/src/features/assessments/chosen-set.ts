import type { Whose } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import type { Db, Scope } from '#db/scope.ts'
import { type OwnAssessment, listAssessments } from '#features/assessments/assessments.queries.ts'
import { listInForce } from '#features/content/content-sets.queries.ts'

export type Choice = {
  year: number
  type: AssessmentType
  set?: number | undefined
  whose?: Whose | undefined
}

/**
 * The content set that a user sees for a year and type: the wanted one if there is a choice of it, else the one they
 * used last, else the newest. All editions of a set are one, named by the id of their family. The people of a shared
 * assessment see it, unless they want their own and have one.
 */
export async function chooseSet(
  db: Db,
  scope: Scope,
  userId: number,
  { year, type, set: wanted, whose }: Choice,
) {
  const all = await listAssessments(db, scope, userId)
  const own = all.filter((one) => one.type === type)
  const inForce = await listInForce(db, scope, year, type)
  const started = own.filter((one) => one.year === year)
  // An assessment stays where it was started, also when its set is retired.
  const offered = new Map([...inForce, ...started].map((one) => [one.family_id, one]))
  const used = all.toSorted(byUse).map(({ family_id }) => family_id)
  const order = [wanted, ...used, ...offered.keys()]
  const set = order.find((id) => id !== undefined && offered.has(id)) ?? null
  const [ours, mine] = [true, false].map((isShared) =>
    started.find((one) => one.family_id === set && one.is_shared === isShared),
  )
  const assessment = whose === 'mine' ? (mine ?? ours) : (ours ?? mine)
  const isShared = assessment?.is_shared === true
  return {
    set,
    sets: [...offered.values()]
      .map(({ family_id, title, language }) => ({ id: family_id, title, language }))
      .sort((one, other) => one.title.localeCompare(other.title, 'en-GB')),
    /** Of the set, and of those that can't be chosen in this year, which are found by their years only. */
    years: own
      .filter(({ family_id: family }) => family === set || !offered.has(family))
      .map((one) => one.year),
    /** In all years, the user's own ones if this is, else the shared ones. */
    alike: own.filter((one) => one.family_id === set && one.is_shared === isShared),
    assessment,
    hasOther: ours !== undefined && mine !== undefined,
    contentSetId: assessment?.content_set_id ?? inForce.find((one) => one.family_id === set)?.id,
  }
}

function byUse(one: OwnAssessment, other: OwnAssessment) {
  return Date.parse(other.touched_at) - Date.parse(one.touched_at)
}
