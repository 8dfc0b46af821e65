import { type Action, type ActionElement, listActions, sharesOf } from './actions.ts'
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

/** A set of actions; `gain` is first in the element's score, later in the overall score. */
type Choice = { count: number; effort: number; gain: number; source: Source }
/** How a choice was composed. Only the best one is followed. */
type Source = { action: Action } | { parts: [Choice, Choice] } | null

const NOTHING: Choice = { count: 0, effort: 0, gain: 0, source: null }

const MORE_THAN_EFFORT = 1e9

// About 20 ms of work. Beyond it the number of actions is still minimal, but the effort may not be.
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

  const order = listActions(elements, answers)
  const shares = sharesOf(elements, answers)
  const parts = partsOf(judged, order, shares, (element) => alternativesFor(element, scheme, band))
  const few = fewestActions(parts, overall, band)
  if (!few) return { band, actions: null, reason: 'out-of-reach' }
  const exact = isForced(parts, few) ? few : leastEffort(parts, overall, band, few)
  const chosen = actionsOf(exact ?? few)
  return {
    band,
    actions: order.filter((action) => chosen.has(action)),
    isLeast: exact !== undefined,
    reason: null,
  }
}

type Shares = ReturnType<typeof sharesOf<RouteElement>>

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
    const weightOf = new Map(element.statements.map((each) => [each.id, of?.shareOf(each) ?? 0]))
    const share = of?.share ?? 0
    const actions = (byElement.get(element.id) ?? []).map((action) => ({
      action,
      gain: action.gap * (weightOf.get(action.statementId) ?? 0),
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
  let choice = NOTHING
  const rest: WeighedAction[] = []
  for (const part of parts) {
    const taken = part.ways.flatMap((way) => fewestOf(part, way) ?? [])
    const [least] = taken.toSorted(
      (one, other) =>
        one.choice.count - other.choice.count || one.choice.effort - other.choice.effort,
    )
    if (!least) return null
    choice = add(choice, least.choice)
    rest.push(...least.rest)
  }
  rest.sort(
    (one, other) =>
      other.gain * other.share - one.gain * one.share || one.action.effort - other.action.effort,
  )
  for (const weighed of rest) {
    if (reaches(overall + choice.gain, band.minOverall)) break
    choice = add(choice, choiceOf(weighed, weighed.share))
  }
  return reaches(overall + choice.gain, band.minOverall) ? choice : null
}

function fewestOf({ score, share }: Part, { forced, free, least }: Way): Taken | null {
  let choice = forced.reduce((sum, each) => add(sum, choiceOf(each, share)), NOTHING)
  let gained = forced.reduce((sum, { gain }) => sum + gain, 0)
  const rest: WeighedAction[] = []
  // Actions of equal gain are already sorted by effort.
  for (const weighed of free.toSorted((one, other) => other.gain - one.gain)) {
    if (reaches(score + gained, least)) rest.push(weighed)
    else {
      gained += weighed.gain
      choice = add(choice, choiceOf(weighed, share))
    }
  }
  return reaches(score + gained, least) ? { choice, rest } : null
}

/** Every action of the choice is forced, so there is no other. */
function isForced(parts: Part[], { count }: Choice) {
  const forced = parts.flatMap(({ ways }) => (ways.length === 1 ? (ways[0]?.forced ?? []) : []))
  return forced.length === count && parts.every(({ ways }) => ways.length === 1)
}

function leastEffort(parts: Part[], overall: number, band: CertificationBand, few: Choice) {
  const budget = { left: MAX_COMBINATIONS }
  // Another way may need fewer actions of more effort.
  const hasWays = parts.some(({ ways }) => ways.length > 1)
  const bound = hasWays ? { ...few, effort: Infinity } : few
  let whole: Choice[] | null = [NOTHING]
  for (const part of parts) {
    const enough = choicesOf(part, bound, budget)
    whole = whole && enough ? combine(whole, enough, bound, budget) : null
  }
  // Fewest first, then least effort.
  return whole?.find(({ gain }) => reaches(overall + gain, band.minOverall))
}

/** The choices with which an element has what the band asks of it. */
function choicesOf({ score, share, ways }: Part, bound: Choice, budget: { left: number }) {
  const choices: Choice[] = []
  for (const { forced, free, least } of ways) {
    let own: Choice[] | null = [forced.reduce((sum, each) => add(sum, choiceOf(each, 1)), NOTHING)]
    for (const weighed of free)
      own = own && combine(own, [NOTHING, choiceOf(weighed, 1)], bound, budget)
    if (!own) return null
    const enough = own.filter(({ gain }) => reaches(score + gain, least))
    for (const choice of enough) choices.push({ ...choice, gain: choice.gain * share })
  }
  return choices
}

/** All pairs within the bound, sorted by count, then effort. Of pairs with the same count, keeps only those that gain more for more effort. */
function combine(some: Choice[], more: Choice[], bound: Choice, budget: { left: number }) {
  budget.left -= some.length * more.length
  if (budget.left < 0) return null
  const table = new Map<number, Choice>()
  // Earlier actions are tried first and replaced only by a gain above a rounding error.
  for (const other of more) {
    for (const one of some) {
      if (!isWithin(one, other, bound)) continue
      const place = (one.count + other.count) * MORE_THAN_EFFORT + one.effort + other.effort
      const best = table.get(place)?.gain ?? -1
      if (one.gain + other.gain > best + 1e-12) table.set(place, add(one, other))
    }
  }
  const sums = [...table]
    .toSorted(([place], [otherPlace]) => place - otherPlace)
    .map(([, choice]) => choice)
  let best: Choice | undefined
  return sums.filter((sum) => {
    const isBetter = best?.count !== sum.count || sum.gain > best.gain
    if (isBetter) best = sum
    return isBetter
  })
}

function actionsOf(choice: Choice): Set<Action> {
  const actions = new Set<Action>()
  const open = [choice]
  for (let next = open.pop(); next; next = open.pop()) {
    if (!next.source) continue
    if ('action' in next.source) actions.add(next.source.action)
    else open.push(...next.source.parts)
  }
  return actions
}

function isWithin(one: Choice, other: Choice, bound: Choice) {
  return one.count + other.count <= bound.count && one.effort + other.effort <= bound.effort
}

function add(one: Choice, other: Choice): Choice {
  return {
    count: one.count + other.count,
    effort: one.effort + other.effort,
    gain: one.gain + other.gain,
    source: { parts: [one, other] },
  }
}

function choiceOf({ action, gain }: WeighedAction, share: number): Choice {
  return { count: 1, effort: action.effort, gain: gain * share, source: { action } }
}
