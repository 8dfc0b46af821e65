import type { DraftGroup, DraftStatement } from 'contract/draft'
import { referenceIn } from '#features/content/outline-rows.ts'
import { partEdit, wholeEdit } from './draft-edits.ts'
import { WHOLE_SET, type DraftState } from './draft-state.ts'

type Kind = DraftGroup['kind']

const NONE: readonly DraftGroup[] = []

export function groupsIn({ head }: DraftState): readonly DraftGroup[] {
  return head.value.groups ?? NONE
}

/** As they are shown: levels lowest first, the others as they are listed. */
export function groupsOfKind(groups: readonly DraftGroup[], kind: Kind): readonly DraftGroup[] {
  const found = groups.filter((group) => group.kind === kind)
  return kind === 'level' ? found.toSorted((one, other) => placeOf(one) - placeOf(other)) : found
}

function placeOf({ order }: DraftGroup) {
  return order ?? 0
}

export function addGroup(state: DraftState, key: string, kind: Kind) {
  const groups = groupsIn(state)
  const orders = groupsOfKind(groups, kind).flatMap(({ order }) => order ?? [])
  const added: DraftGroup = {
    key,
    label: '',
    description: '',
    kind,
    ...(orders.length > 0 && { order: Math.max(...orders) + 1 }),
  }
  return partEdit(state, WHOLE_SET, ['groups'], [...groups, added])
}

/** Moves a group to another place among its kind. */
export function moveGroup(state: DraftState, key: string, to: number) {
  return partEdit(state, WHOLE_SET, ['groups'], movedGroups(groupsIn(state), key, to))
}

function movedGroups(groups: readonly DraftGroup[], key: string, to: number) {
  const group = groups.find((one) => one.key === key)
  const siblings = group ? groupsOfKind(groups, group.kind) : []
  if (!group || to < 0 || to >= siblings.length) return groups
  const moved = siblings
    .toSpliced(siblings.indexOf(group), 1)
    .toSpliced(to, 0, group)
    .map(({ order: _, ...one }, index) => {
      const order = siblings[index]?.order
      return order === undefined ? one : { ...one, order }
    })
  const left = [...moved]
  return groups.map((one) => (one.kind === group.kind ? (left.shift() ?? one) : one))
}

/** The statements and bands that name a group. All elements are open. */
export function usesOfGroup(state: DraftState, key: string) {
  const statements = state.order.flatMap((id) =>
    (state.elements[id]?.value?.statements ?? [])
      .filter(({ groups = [] }) => groups.includes(key))
      .map((statement) => referenceIn(state, id, statement.key)),
  )
  const { certificationBands, elementBands = [] } = state.head.value
  const bands = [...certificationBands, ...elementBands].filter(({ of }) => of === key)
  return { statements, bands: bands.map(({ label }) => label) }
}

/** Takes a group away, also from the statements that name it. All elements are open. */
export function removeGroup(state: DraftState, key: string) {
  const groups = groupsIn(state).filter((one) => one.key !== key)
  return wholeEdit(state, { groups: groups.length > 0 ? groups : undefined }, (statement) =>
    withGroups(statement, (named) => named.filter((one) => one !== key)),
  )
}

/** Gives a group another key, also where statements and bands name it. All elements are open. */
export function renameGroup(state: DraftState, key: string, next: string) {
  const { certificationBands, elementBands } = state.head.value
  const concerning = <Band extends { of?: string | undefined }>(band: Band) =>
    band.of === key ? { ...band, of: next } : band
  const fields = {
    groups: groupsIn(state).map((one) => (one.key === key ? { ...one, key: next } : one)),
    certificationBands: certificationBands.map(concerning),
    ...(elementBands && { elementBands: elementBands.map(concerning) }),
  }
  return wholeEdit(state, fields, (statement) =>
    withGroups(statement, (named) => named.map((one) => (one === key ? next : one))),
  )
}

function withGroups(statement: DraftStatement, make: (named: string[]) => string[]) {
  const { groups: named, ...rest } = statement
  if (!named) return statement
  const groups = make(named)
  if (groups.length === named.length && groups.every((one, index) => one === named[index]))
    return statement
  return groups.length > 0 ? { ...rest, groups } : rest
}

/** Names a group or not. Of levels there is one, in the order of the set. */
export function choosing(
  groups: readonly DraftGroup[],
  named: readonly string[],
  change: { add?: string | undefined; remove?: readonly string[] },
): string[] | undefined {
  const { add, remove = [] } = change
  const left = new Set(named.filter((key) => !remove.includes(key)))
  if (add !== undefined) left.add(add)
  const known = groups.flatMap(({ key }) => (left.delete(key) ? [key] : []))
  const next = [...known, ...left]
  return next.length > 0 ? next : undefined
}
