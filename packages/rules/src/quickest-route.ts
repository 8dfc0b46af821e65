import { type Action, type ActionElement, listActions, sharesOf } from './actions.ts'
import {
  type CertificationBand,
  type ScoredAnswers,
  overallScore,
  reaches,
  reachesBand,
  STATE,
} from './scores.ts'

export type QuickestRoute<Band> =
  | { band: Band; actions: Action[]; reason: null }
  | { band: Band; actions: null; reason: 'out-of-reach' }
  | { band: null; actions: null; reason: 'nothing-answered' | 'highest-band-reached' }

/** An element, its required gain, and the weight of its gain overall. */
type Part = { score: number; share: number; actions: WeighedAction[] }
type WeighedAction = { action: Action; gain: number; share: number }

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
 * A greedy pass takes the highest gains of each element up to its minimum, then the highest overall. Gains add up, so
 * no smaller set exists. An exact search over count and effort by element then finds the least effort of that size.
 */
export function quickestRoute<Band extends CertificationBand>(
  elements: ActionElement[],
  answers: ScoredAnswers,
  bands: Band[],
): QuickestRoute<Band> {
  const overall = overallScore(elements, answers, STATE.current)
  if (overall === null) return { band: null, actions: null, reason: 'nothing-answered' }
  const reached = bands.findLastIndex((band) => reachesBand(elements, answers, STATE.current, band))
  const band = bands[reached + 1]
  if (!band) return { band: null, actions: null, reason: 'highest-band-reached' }

  const order = listActions(elements, answers)
  const parts = partsOf(elements, answers, order)
  const few = fewestActions(parts, overall, band)
  if (!few) return { band, actions: null, reason: 'out-of-reach' }
  const chosen = actionsOf(leastEffort(parts, overall, band, few) ?? few)
  return { band, actions: order.filter((action) => chosen.has(action)), reason: null }
}

function partsOf(elements: ActionElement[], answers: ScoredAnswers, order: Action[]): Part[] {
  const byElement = Map.groupBy(order, (action) => action.elementId)
  // An element of weight 0 may stay below the band.
  const counted = sharesOf(elements, answers).filter(({ element }) => element.weight > 0)
  return counted.map(({ element, score, share, shareOf }) => {
    const weightOf = new Map(element.statements.map((each) => [each.id, shareOf(each)]))
    const actions = (byElement.get(element.id) ?? []).map((action) => ({
      action,
      gain: action.gap * (weightOf.get(action.statementId) ?? 0),
      share,
    }))
    return { score, share, actions }
  })
}

function fewestActions(parts: Part[], overall: number, band: CertificationBand): Choice | null {
  let choice = NOTHING
  const rest: WeighedAction[] = []
  for (const { score, share, actions } of parts) {
    // Actions of equal gain are already sorted by effort.
    const byGain = actions.toSorted((one, other) => other.gain - one.gain)
    let gained = 0
    for (const weighed of byGain) {
      if (reaches(score + gained, band.minElement)) rest.push(weighed)
      else {
        gained += weighed.gain
        choice = add(choice, choiceOf(weighed, share))
      }
    }
    if (!reaches(score + gained, band.minElement)) return null
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

function leastEffort(parts: Part[], overall: number, band: CertificationBand, bound: Choice) {
  const budget = { left: MAX_COMBINATIONS }
  let whole: Choice[] | null = [NOTHING]
  for (const { score, share, actions } of parts) {
    let own: Choice[] | null = [NOTHING]
    for (const weighed of actions)
      own = own && combine(own, [NOTHING, choiceOf(weighed, 1)], bound, budget)
    const enough = own
      ?.filter(({ gain }) => reaches(score + gain, band.minElement))
      .map(({ count, effort, gain, source }) => ({ count, effort, gain: gain * share, source }))
    whole = whole && enough ? combine(whole, enough, bound, budget) : null
  }
  // Fewest first, then least effort.
  return whole?.find(({ gain }) => reaches(overall + gain, band.minOverall))
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
