import { useMemo } from 'react'
import { useBuilder, useDraft, useFaultAt } from '#features/content/builder-context.ts'
import { fieldEdit } from '#features/content/saving/draft-edits.ts'
import { pathIn, valueOf, type Place } from '#features/content/saving/draft-state.ts'
import { readAt } from '#features/content/saving/path.ts'

/** The id of a field's control, so that the list of faults can lead to it. */
export function fieldId({ elementId, statement, response }: Place, field: string) {
  return ['field', elementId ?? 'set', statement, response, field]
    .filter((part) => part !== null)
    .join('-')
}

export function useField(place: Place, field: string) {
  const { apply, canEdit } = useBuilder()
  const value = useDraft((state) => readAt(valueOf(state, place.elementId), pathIn(place, field)))
  return {
    id: fieldId(place, field),
    value,
    error: useFaultAt(place, field),
    isReadOnly: !canEdit,
    change: (next: unknown) => apply((state) => fieldEdit(state, place, field, next)),
  }
}

export function usePlace(
  elementId: number | null,
  statement: string | null = null,
  response: string | null = null,
): Place {
  return useMemo(() => ({ elementId, statement, response }), [elementId, statement, response])
}

/** What is in a field as text; a part that is gone reads as empty for the one moment that it is still shown. */
export function asText(value: unknown) {
  return typeof value === 'string' ? value : ''
}
