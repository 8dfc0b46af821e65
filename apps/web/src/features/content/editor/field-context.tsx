import type { DraftFault } from 'contract/draft'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { fieldEdit, responsesAt } from '#features/content/saving/draft-edits.ts'
import {
  type DraftState,
  pathIn,
  type Place,
  valueOf,
  WHOLE_SET,
} from '#features/content/saving/draft-state.ts'
import { isEqual, readAt } from '#features/content/saving/path.ts'
import { invalidFields } from '#features/content/saving/invalid-fields.ts'

const FOCUS_TIMEOUT = 3000
const REMOVAL_TIMEOUT = 1000

/** The id of a field's control, so that the list of errors can focus it. */
export function fieldId({ elementId, statement, response }: Place, field: string) {
  return (
    ['field', elementId ?? 'set', statement, response, field]
      .filter((part) => part !== null)
      // A key may contain spaces, which separate ids in `aria-describedby`.
      .map((part) => encodeURIComponent(part))
      .join('-')
  )
}

export function placeOf({ element_id, statement, response }: DraftFault): Place {
  return { elementId: element_id, statement, response }
}

const PlaceContext = createContext(WHOLE_SET)

/** The part that fields belong to. */
export const usePlace = () => use(PlaceContext)

interface PlaceProviderProps {
  elementId: number | null
  statement?: string | null
  response?: string | null
  children: ReactNode
}

export function PlaceProvider({
  elementId,
  statement = null,
  response = null,
  children,
}: PlaceProviderProps) {
  const place = useMemo(
    () => ({ elementId, statement, response }),
    [elementId, statement, response],
  )
  return <PlaceContext value={place}>{children}</PlaceContext>
}

/** Why a field can't be stored, or what it needs before publishing. The latter appears after the author has left the field. */
export function useFieldError(field: string) {
  const { faults, touched } = useBuilder()
  const place = usePlace()
  const isOfField = (fault: DraftFault) =>
    fault.field === field &&
    fault.element_id === place.elementId &&
    fault.statement === place.statement &&
    fault.response === place.response
  const refused = useDraft((state) => invalidFields(state).find(isOfField)?.message)
  const missing = useStore(faults, ({ all }) => all?.find(isOfField)?.message)
  // Ids contain no spaces.
  const fields = useDraft((state) => fieldsBefore(state, place, field).join(' '))
  const isTouched = useStore(touched, ({ ids }) => fields.split(' ').some((id) => ids.has(id)))
  // A changed field is checked again when it is saved.
  const isSaved = useDraft((state) => isSavedField(state, place, field))
  return refused ?? (isTouched && isSaved ? missing : undefined)
}

/** The field and the fields that its error depends on. */
function fieldsBefore(state: DraftState, place: Place, field: string): string[] {
  const own = fieldId(place, field)
  if (field === 'responses' || field === 'value') {
    const responses = responsesAt(state, place)
    return [own, ...responses.map(({ key }) => fieldId({ ...place, response: key }, 'value'))]
  }
  if (field === 'offers_self_assessment') return [own, fieldId(place, 'offers_certification')]
  const [, list, index, of] =
    /^(\w+)\.(\d+)\.(from|minOverall|minElement|minStatement)$/.exec(field) ?? []
  if (list === undefined) return [own]
  return [own, fieldId(place, `${list}.${Number(index) - 1}.${of === 'from' ? 'to' : of}`)]
}

function isSavedField(
  { head, elements }: DraftState,
  { elementId, ...rest }: Place,
  field: string,
) {
  const part = elementId === null ? head : elements[elementId]
  const path = pathIn({ elementId, ...rest }, field)
  return !part || isEqual(readAt(part.base, path), readAt(part.value, path))
}

export function useField(field: string) {
  const { apply, canEdit } = useBuilder()
  const place = usePlace()
  const value = useDraft((state) => readAt(valueOf(state, place.elementId), pathIn(place, field)))
  return {
    id: fieldId(place, field),
    value,
    error: useFieldError(field),
    isReadOnly: !canEdit,
    change: (next: unknown) => apply((state) => fieldEdit(state, place, field, next)),
  }
}

/** A removed part is still shown for a moment, as an empty field. */
export function asText(value: unknown) {
  return typeof value === 'string' ? value : ''
}

/** Focuses an element that is about to appear, or the other one if it doesn't appear in time. */
export function focusWhenShown(id: string, otherwise: string, since = performance.now()) {
  const isLate = performance.now() - since > FOCUS_TIMEOUT
  const target = shown(id) ?? (isLate ? shown(otherwise) : null)
  if (target) {
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'center' })
  } else if (!isLate) requestAnimationFrame(() => focusWhenShown(id, otherwise, since))
}

// An element in a hidden pane can't be focused yet.
function shown(id: string) {
  const found = document.getElementById(id)
  return found && found.getClientRects().length > 0 ? found : null
}

/** Moves the focus here once the focused element is removed. */
export function focusAfterRemoval(id: string, since = performance.now()) {
  const hasNoFocus = document.activeElement === document.body
  if (hasNoFocus) document.getElementById(id)?.focus({ preventScroll: true })
  else if (performance.now() - since < REMOVAL_TIMEOUT)
    requestAnimationFrame(() => focusAfterRemoval(id, since))
}
