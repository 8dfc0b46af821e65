import type { Action } from './actions.ts'

/**
 * Sets of actions, each composed of two others or of one action. They are numbers into columns, because hundreds of
 * thousands of objects would take longer than comparing them. Efforts are whole numbers.
 */
export type Choices = {
  length: number
  count: Int32Array
  effort: Int32Array
  gain: Float64Array
  /** What a choice is composed of. `other` is -1 if `one` is the place of an action, -2 if there is none. */
  one: Int32Array
  other: Int32Array
  actions: Action[]
  row: Row
}

/** Choices of one count by their effort, from 0. Where `one` is -1 there is none. Only `touched` places are filled. */
type Row = {
  one: Int32Array
  other: Int32Array
  gain: Float64Array
  touched: Int32Array
}

/** Choices in order of count, then effort. `starts` has the place of the first of each count from `least`, and the end. */
export type Sorted = { all: readonly number[]; least: number; starts: readonly number[] }

/** What choices may take at most. */
export type Bound = { count: number; effort: number }

/** The choice without an action. */
export const NOTHING = 0

const FIRST_ROOM = 4096

export function openChoices(): Choices {
  const choices = {
    length: 0,
    count: new Int32Array(FIRST_ROOM),
    effort: new Int32Array(FIRST_ROOM),
    gain: new Float64Array(FIRST_ROOM),
    one: new Int32Array(FIRST_ROOM),
    other: new Int32Array(FIRST_ROOM),
    actions: [],
    row: openRow(FIRST_ROOM),
  }
  addChoice(choices, { count: 0, effort: 0, gain: 0, one: 0, other: -2 })
  return choices
}

export function choiceOf(choices: Choices, action: Action, gain: number): number {
  const one = choices.actions.push(action) - 1
  return addChoice(choices, { count: 1, effort: action.effort, gain, one, other: -1 })
}

export function composed(choices: Choices, one: number, other: number): number {
  if (other === NOTHING) return one
  if (one === NOTHING) return other
  const count = inBoth(choices.count, one, other)
  const effort = inBoth(choices.effort, one, other)
  const gain = inBoth(choices.gain, one, other)
  return addChoice(choices, { count, effort, gain, one, other })
}

/** The same choice with another gain. */
export function withGain(choices: Choices, one: number, gain: number): number {
  const { count, effort } = choices
  const same = { count: count[one] ?? 0, effort: effort[one] ?? 0, one, other: NOTHING }
  return addChoice(choices, { ...same, gain })
}

type Added = { count: number; effort: number; gain: number; one: number; other: number }

function addChoice(choices: Choices, { count, effort, gain, one, other }: Added): number {
  const at = choices.length
  if (at === choices.gain.length) makeRoom(choices)
  choices.count[at] = count
  choices.effort[at] = effort
  choices.gain[at] = gain
  choices.one[at] = one
  choices.other[at] = other
  choices.length = at + 1
  return at
}

function makeRoom(choices: Choices) {
  const size = choices.length * 4
  for (const column of ['count', 'effort', 'one', 'other'] as const) {
    const larger = new Int32Array(size)
    larger.set(choices[column])
    choices[column] = larger
  }
  const gain = new Float64Array(size)
  gain.set(choices.gain)
  choices.gain = gain
}

function openRow(size: number): Row {
  return {
    one: new Int32Array(size).fill(-1),
    other: new Int32Array(size),
    gain: new Float64Array(size),
    touched: new Int32Array(size),
  }
}

export function sorted(choices: Choices, all: readonly number[]): Sorted {
  const least = choices.count[all[0] ?? NOTHING] ?? 0
  const starts = [0]
  for (let at = 0; at < all.length; at++) {
    const count = choices.count[all[at] ?? 0] ?? 0
    while (starts.length <= count - least) starts.push(at)
  }
  starts.push(all.length)
  return { all, least, starts }
}

/**
 * All pairs within the bound, sorted by count, then effort. Of pairs with the same count, keeps only those that gain
 * more for more effort.
 */
export function combine(choices: Choices, some: Sorted, more: readonly Sorted[], bound: Bound) {
  const kept: number[] = []
  const lists = more.filter(({ all }) => all.length > 0)
  if (some.all.length === 0 || lists.length === 0) return sorted(choices, kept)
  const most = Math.max(...lists.map((list) => mostOf(list))) + mostOf(some)
  let count = Math.min(...lists.map(({ least }) => least)) + some.least
  const efforts = [some, ...lists].map(({ all }) => mostEffort(choices, all))
  const [ofSome = 0, ...ofLists] = efforts
  const widest = Math.min(bound.effort, ofSome + Math.max(...ofLists)) + 1
  if (choices.row.gain.length < widest) choices.row = openRow(widest * 2)
  for (; count <= Math.min(most, bound.count); count++) {
    let touched = 0
    for (const list of lists) touched = fillRow(choices, { some, list, count, bound, touched })
    keepBest(choices, touched, kept)
  }
  return sorted(choices, kept)
}

function mostOf({ least, starts }: Sorted) {
  return least + starts.length - 2
}

function mostEffort({ effort }: Choices, all: readonly number[]) {
  let most = 0
  for (const one of all) most = Math.max(most, effort[one] ?? 0)
  return most
}

type Pairs = { some: Sorted; list: Sorted; count: number; bound: Bound; touched: number }

/** Puts the pairs of a count into the row. */
function fillRow(choices: Choices, { some, list, count, bound, touched: before }: Pairs): number {
  let touched = before
  const last = Math.min(mostOf(list), count - some.least)
  for (let own = Math.max(list.least, count - mostOf(some)); own <= last; own++) {
    const [start, end] = placesOf(some, count - own)
    const [from, until] = placesOf(list, own)
    for (let at = from; at < until; at++) {
      const other = list.all[at] ?? NOTHING
      touched = addPairs(choices, { all: some.all, start, end, other, bound, touched })
    }
  }
  return touched
}

function placesOf({ starts, least }: Sorted, count: number) {
  return [starts[count - least] ?? 0, starts[count - least + 1] ?? 0] as const
}

type WithOther = {
  all: readonly number[]
  start: number
  end: number
  other: number
  bound: Bound
  touched: number
}

/** Earlier pairs are tried first and replaced only by a gain above a rounding error. */
function addPairs({ row, effort, gain }: Choices, pairs: WithOther): number {
  const { all, start, end, other, bound } = pairs
  let { touched } = pairs
  for (let place = start; place < end; place++) {
    const one = all[place] ?? NOTHING
    const sum = inBoth(effort, one, other)
    // The efforts of a count rise.
    if (sum > bound.effort) break
    const gained = inBoth(gain, one, other)
    if (row.one[sum] === -1) row.touched[touched++] = sum
    else if (gained <= (row.gain[sum] ?? 0) + 1e-12) continue
    row.one[sum] = one
    row.other[sum] = other
    row.gain[sum] = gained
  }
  return touched
}

function inBoth(column: Int32Array | Float64Array, one: number, other: number) {
  return (column[one] ?? 0) + (column[other] ?? 0)
}

function keepBest(choices: Choices, touched: number, kept: number[]) {
  const { row } = choices
  let best = -Infinity
  for (const effort of row.touched.subarray(0, touched).sort()) {
    const gain = row.gain[effort] ?? 0
    if (gain > best) {
      best = gain
      kept.push(composed(choices, row.one[effort] ?? 0, row.other[effort] ?? 0))
    }
    row.one[effort] = -1
  }
}

export function actionsOf(choices: Choices, choice: number): Set<Action> {
  const actions = new Set<Action>()
  const open = [choice]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one = 0, other = 0] = [choices.one[next], choices.other[next]]
    if (other >= 0) open.push(one, other)
    const action = other === -1 ? choices.actions[one] : undefined
    if (action) actions.add(action)
  }
  return actions
}
