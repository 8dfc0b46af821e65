import { type Action, type ActionElement, orderedActions, sharesOf } from './actions.ts'
import {
  actionsOf,
  type Bound,
  choiceOf,
  type Choices,
  combine,
  composed,
  NOTHING,
  openChoices,
  type Sorted,
  sorted,
  withGain,
} from './choices.ts'
import { type Alternative, alternativesFor } from './forced-raises.ts'
import { reaches, type ScoredAnswers, STATE } from './scores.ts'
import {
  type CertificationBand,
  countedScore,
  isAboveScope,
  judge,
  type Judged,
  type JudgedStatement,
  nextBand,
  type Scheme,
} from './verdict.ts'

export type RouteElement = Omit<ActionElement, 'statements'> & {
  statements: (ActionElement['statements'][number] & JudgedStatement)[]
}

export type QuickestRoute<Band> =
  /** `isLeast`: no other set of as few actions takes less effort. False: there may be one. */
  | { band: Band; actions: Action[]; isLeast: boolean; reason: null }
  | { band: Band; actions: null; reason: 'out-of-reach' | 'above-scope' }
  | { band: null; actions: null; reason: 'nothing-answered' | 'highest-band-reached' }

/** An element, the ways to what the band asks of it, and the weight of its gain overall. */
type Part = { score: number; share: number; actions: WeighedAction[]; ways: Way[] }
type WeighedAction = { action: Action; gain: number; share: number }
/** Actions that must be taken, the others, and the least score of the element. */
type Way = { forced: WeighedAction[]; free: WeighedAction[]; least: number }
type Taken = { choice: Choice; rest: WeighedAction[] }

/** A set of actions; `gain` is in the overall score. */
type Choice = { count: number; effort: number; gain: number; actions: Action[] }

// A few milliseconds of work. Beyond it the number of actions is still minimal, but the effort may not be.
const MAX_COMBINATIONS = 250_000

/**
 * The smallest set of complete actions that reaches the next certification band. Ties are resolved by least effort,
 * then by order.
 *
 * What a band asks of single statements forces actions. A greedy pass then takes the highest gains of each element up to
 * its minimum, then the highest overall. Gains add up, so no smaller set exists. An exact search over count and effort
 * by element then finds the least effort of that size. If an element can reach its band in several ways, the greedy pass
 * takes the way of the fewest actions, and only the exact search compares the others.
 */
export function quickestRoute<Band extends CertificationBand>(
  elements: RouteElement[],
  answers: ScoredAnswers,
  scheme: Scheme<Band>,
): QuickestRoute<Band> {
  const judged = judge(elements, answers, STATE.current)
  const { overall } = judged
  if (overall === null) return { band: null, actions: null, reason: 'nothing-answered' }
  const band = nextBand(judged, scheme)
  if (!band) return { band: null, actions: null, reason: 'highest-band-reached' }
  if (isAboveScope(scheme, band)) return { band, actions: null, reason: 'above-scope' }

  const shares = sharesOf(judged)
  const order = orderedActions(elements, answers, shares)
  const parts = partsOf(judged, order, shares, (element) => alternativesFor(element, scheme, band))
  const few = fewestActions(parts, overall, band)
  if (!few) return { band, actions: null, reason: 'out-of-reach' }
  const exact = isForced(parts, few) ? new Set(few.actions) : leastEffort(parts, overall, band, few)
  const chosen = exact ?? new Set(few.actions)
  return {
    band,
    actions: order.filter((action) => chosen.has(action)),
    isLeast: exact !== undefined,
    reason: null,
  }
}

type Shares = ReturnType<typeof sharesOf>

function partsOf(
  judged: Judged,
  order: Action[],
  shares: Shares,
  alternatives: (element: Judged['elements'][number]) => Alternative[],
): Part[] {
  const byElement = Map.groupBy(order, (action) => action.elementId)
  const shareBy = new Map(shares.map((each) => [each.element.id, each]))
  return judged.elements.flatMap((judgedElement) => {
    const { element } = judgedElement
    const of = shareBy.get(element.id)
    const ways = alternatives(judgedElement)
    const isCounted = countedScore(judgedElement) !== null
    // An element that doesn't count matters only for what it forces.
    if (!isCounted && ways.every(({ stops }) => stops.length === 0)) return []
    const share = of?.share ?? 0
    const own = byElement.get(element.id) ?? []
    const ids = own.length === 0 ? [] : element.statements
    const shareOf = new Map(ids.map((each) => [each.id, of?.shareOf(each) ?? 0]))
    const actions = own.map((action) => ({
      action,
      gain: action.gap * (shareOf.get(action.statementId) ?? 0),
      share,
    }))
    return {
      score: of?.score ?? 0,
      share,
      actions,
      ways: ways.flatMap((way) => wayOf(actions, way) ?? []),
    }
  })
}

/** Null if an action that the alternative needs is missing or too small. */
function wayOf(actions: WeighedAction[], { stops, least }: Alternative): Way | null {
  if (stops.length === 0) return { forced: [], free: actions, least }
  const lacking = new Map(stops.map(({ statementId, lacks }) => [statementId, lacks]))
  const [forced = [], free = []] = [true, false].map((wanted) =>
    actions.filter(({ action }) => lacking.has(action.statementId) === wanted),
  )
  const isEnough = forced.every(
    ({ action }) => action.gap >= (lacking.get(action.statementId) ?? 0) - 1e-11,
  )
  return isEnough && forced.length === lacking.size ? { forced, free, least } : null
}

function fewestActions(parts: Part[], overall: number, band: CertificationBand): Choice | null {
  const choice = nothing()
  const rest: WeighedAction[] = []
  for (const part of parts) {
    const taken = part.ways.flatMap((way) => fewestOf(part, way) ?? [])
    const [least] = taken.toSorted(
      (one, other) =>
        one.choice.count - other.choice.count || one.choice.effort - other.choice.effort,
    )
    if (!least) return null
    add(choice, least.choice)
    for (const each of least.rest) rest.push(each)
  }
  if (reaches(overall + choice.gain, band.minOverall)) return choice
  rest.sort(
    (one, other) =>
      other.gain * other.share - one.gain * one.share || one.action.effort - other.action.effort,
  )
  for (const weighed of rest) {
    take(choice, weighed)
    if (reaches(overall + choice.gain, band.minOverall)) return choice
  }
  return null
}

function fewestOf({ score }: Part, { forced, free, least }: Way): Taken | null {
  const choice = nothing()
  let gained = 0
  for (const each of forced) {
    gained += each.gain
    take(choice, each)
  }
  const rest: WeighedAction[] = []
  // Actions of equal gain are already sorted by effort.
  for (const weighed of free.toSorted((one, other) => other.gain - one.gain)) {
    if (reaches(score + gained, least)) rest.push(weighed)
    else {
      gained += weighed.gain
      take(choice, weighed)
    }
  }
  return reaches(score + gained, least) ? { choice, rest } : null
}

/** Every action of the choice is forced, so there is no other. */
function isForced(parts: Part[], { count }: Choice) {
  const forced = parts.flatMap(({ ways }) => (ways.length === 1 ? (ways[0]?.forced ?? []) : []))
  return forced.length === count && parts.every(({ ways }) => ways.length === 1)
}

/** Undefined if there are too many sets to compare them all. */
function leastEffort(parts: Part[], overall: number, band: CertificationBand, few: Choice) {
  const choices = openChoices()
  // Another way may need fewer actions of more effort.
  const hasWays = parts.some(({ ways }) => ways.length > 1)
  const bound = { count: few.count, effort: hasWays ? Infinity : few.effort }
  const search = { choices, bound, left: MAX_COMBINATIONS }
  let whole = sorted(choices, [NOTHING])
  for (const part of parts) {
    const enough = choicesOf(part, search)
    const next = enough && paired(search, whole, enough)
    if (!next) return undefined
    whole = next
  }
  // Fewest first, then least effort.
  const least = whole.all.find((one) =>
    reaches(overall + (choices.gain[one] ?? 0), band.minOverall),
  )
  return least === undefined ? undefined : actionsOf(choices, least)
}

/** `left`: how many pairs may still be compared. */
type Search = { choices: Choices; bound: Bound; left: number }

/** The choices with which an element has what the band asks of it, for each of its ways. */
function choicesOf({ score, share, ways }: Part, search: Search): Sorted[] | null {
  const { choices } = search
  const lists: Sorted[] = []
  for (const { forced, free, least } of ways) {
    const all = forced.reduce(
      (sum, { action, gain }) => composed(choices, sum, choiceOf(choices, action, gain)),
      NOTHING,
    )
    let own = sorted(choices, [all])
    for (const { action, gain } of free) {
      const next = paired(search, own, [
        sorted(choices, [NOTHING, choiceOf(choices, action, gain)]),
      ])
      if (!next) return null
      own = next
    }
    const gainOf = (one: number) => choices.gain[one] ?? 0
    const enough = own.all.filter((one) => reaches(score + gainOf(one), least))
    lists.push(
      sorted(
        choices,
        enough.map((one) => withGain(choices, one, gainOf(one) * share)),
      ),
    )
  }
  return lists
}

function paired(search: Search, some: Sorted, more: Sorted[]): Sorted | null {
  search.left -= more.reduce((sum, { all }) => sum + all.length, 0) * some.all.length
  return search.left < 0 ? null : combine(search.choices, some, more, search.bound)
}

function nothing(): Choice {
  return { count: 0, effort: 0, gain: 0, actions: [] }
}

function take(choice: Choice, { action, gain, share }: WeighedAction) {
  add(choice, { count: 1, effort: action.effort, gain: gain * share, actions: [action] })
}

function add(choice: Choice, { count, effort, gain, actions }: Choice) {
  choice.count += count
  choice.effort += effort
  choice.gain += gain
  for (const action of actions) choice.actions.push(action)
}
