import type { ContentSetDetails } from 'contract/content-sets'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { isClean } from './draft-saving.ts'
import {
  withConflict,
  withoutSettled,
  withValue,
  type DraftState,
  type Part,
  type PartConflict,
} from './draft-state.ts'
import { refreshed, withPart } from './newer-versions.ts'
import { mergeOrder } from './order.ts'
import type { Path } from './path.ts'

export interface LocalDraft extends Pick<DraftState, 'elements' | 'order' | 'baseOrder'> {
  head: DraftState['head'] | null
  conflicts: readonly CopiedConflict[]
}

interface CopiedConflict extends PartConflict {
  path: Path
}

export function placeOfDraft(contentSetId: number) {
  return `content-set ${contentSetId}`
}

/** The copy for this device, or null when everything is saved. */
export function draftToCopy(state: DraftState, contentSetId: number) {
  if (isClean(state)) return null
  const title = titleOf(state.head.value)
  return { title, path: `/admin/content-sets/${contentSetId}`, value: localDraft(state) }
}

export function localDraft({
  head,
  elements,
  order,
  baseOrder,
  conflicts,
}: DraftState): LocalDraft {
  const isUnsaved = <Value>(part: Part<Value>, elementId: number | null) =>
    part.base !== part.value || conflicts.some((conflict) => conflict.elementId === elementId)
  const parts = Object.entries(elements).filter(([id, part]) => isUnsaved(part, Number(id)))
  return {
    head: isUnsaved(head, null) ? head : null,
    elements: Object.fromEntries(parts),
    order,
    baseOrder,
    // Pages of the release before read the path; an empty one is the whole part.
    conflicts: conflicts.map((conflict) => ({ ...conflict, path: [] })),
  }
}

/** Puts the copy of a closed window into the server's draft, as if it was changed here. */
export function withLocalDraft(
  state: DraftState,
  local: LocalDraft,
  details: ContentSetDetails,
): DraftState {
  const parts = Object.entries(local.elements).map(([id, part]) => [Number(id), part] as const)
  const withHead = local.head ? withCopied(state, null, state.head, local.head) : state
  const next = parts.reduce(
    (now, [id, part]) => withCopied(now, id, now.elements[id], part),
    withHead,
  )
  // An element removed there and changed here stays until the author decides.
  const left = parts.flatMap(([id, { value }]) =>
    value !== null && !state.order.includes(id) ? [id] : [],
  )
  const order = mergeOrder(local.baseOrder, local.order, [...state.order, ...left])
  const asked = local.conflicts.reduce((now, one) => withConflict(now, asWhole(now, one)), next)
  return withoutSettled(refreshed({ ...asked, order }, details))
}

// Of two windows with different values, the later one's is shown and the author chooses.
function withCopied<Value extends PartConflict['theirs']>(
  state: DraftState,
  elementId: number | null,
  first: Part<Value> | undefined,
  then: Part<Value>,
): DraftState {
  // A restored copy has equal values, but not the same objects.
  const next = withPart(state, elementId, withValue(then, then.value))
  if (!first || first.base === first.value) return next
  return withConflict(next, { elementId, theirs: first.value, by: null, isOwn: true })
}

// Copies of the release before have a conflict for each field; theirs is the base then.
function asWhole(state: DraftState, { path, ...conflict }: CopiedConflict): PartConflict {
  const { elementId } = conflict
  if (path.length === 0) return conflict
  const theirs = elementId === null ? state.head.base : (state.elements[elementId]?.base ?? null)
  return { ...conflict, theirs }
}
