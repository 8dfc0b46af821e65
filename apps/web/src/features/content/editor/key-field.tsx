import { cleanLine } from 'contract/clean-text'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { isGeneratedKey } from 'rules/reference'
import { formatNumber } from 'rules/plural'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { summaryOf } from '#features/content/outline-rows.ts'
import { fieldEdit, renamedStatement, statementAt } from '#features/content/saving/draft-edits.ts'
import { newKey } from '#features/content/saving/new-parts.ts'
import type { DraftState, Place } from '#features/content/saving/draft-state.ts'
import { useView } from '#features/content/use-view.ts'
import { TextField } from '#ui/text-field.tsx'
import { fieldId, focusWhenShown, useFieldError, usePlace } from './field-context.tsx'

const KEEP = {
  element: 'Keep the same key in later versions so that complete elements stay complete.',
  statement: 'Keep the same key in later versions so that respondents keep their answers.',
}

/** The key of an element or statement. The change applies when the author leaves the field, because paths use the key. */
export function KeyField({ position }: { position: string }) {
  const { apply, canEdit, draft } = useBuilder()
  const { go } = useView()
  const place = usePlace()
  const key = useDraft((state) => keyAt(state, place))
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const missing = useFieldError('key')
  const shown = isGeneratedKey(key) ? '' : key

  function change(focused: Element | null) {
    const next = (typed ?? shown).normalize('NFC').trim()
    const fault = next === shown ? undefined : keyFault(draft.getState(), place, next)
    setError(fault)
    if (fault !== undefined) return
    setTyped(null)
    if (next !== shown) rename(next === '' ? newKey() : next, focused)
  }

  function rename(next: string, focused: Element | null) {
    const { elementId, statement } = place
    if (elementId === null) return
    if (statement === null) return apply((state) => fieldEdit(state, place, 'key', next))
    apply((state) => renamedStatement(state, place, next))
    go({ kind: 'statement', elementId, statement: next })
    // The fields of the statement appear again under its new key.
    const fields = fieldId(place, '')
    if (focused?.id.startsWith(fields))
      focusWhenShown(
        fieldId({ ...place, statement: next }, '') + focused.id.slice(fields.length),
        '',
      )
  }

  return (
    <TextField
      id={fieldId(place, 'key')}
      label="Key"
      isOptional
      dir="auto"
      autoComplete="off"
      hint={`Shown to respondents and in reports. If you leave this field empty, ${position} is shown. ${place.statement === null ? KEEP.element : KEEP.statement}`}
      placeholder={position}
      readOnly={!canEdit}
      value={typed ?? shown}
      error={error ?? missing}
      onChange={({ target }) => {
        setTyped(target.value)
        if (error !== undefined)
          setError(keyFault(draft.getState(), place, cleanLine(target.value)))
      }}
      onBlur={(event: FocusEvent) => change(event.relatedTarget)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && change(event.currentTarget)}
    />
  )
}

function keyAt(state: DraftState, place: Place) {
  const { elementId, statement } = place
  if (elementId === null) return ''
  return statement === null
    ? summaryOf(state, elementId).key
    : (statementAt(state, place)?.key ?? '')
}

/** Why an element or statement can't have this key. */
export function keyFault(state: DraftState, { elementId, statement }: Place, key: string) {
  if (key.length > CONTENT_LIMITS.key)
    return `This key has ${formatNumber(key.length)} characters. Use at most ${CONTENT_LIMITS.key}.`
  for (const id of state.order) {
    const { key: other, statements } = summaryOf(state, id)
    if (statement === null) {
      if (id !== elementId && other === key)
        return `Element ${state.order.indexOf(id) + 1} already has this key. Use another key.`
      continue
    }
    const twin = statements.findIndex((one) => one.key === key && one.key !== statement)
    if (twin !== -1)
      return `Statement ${state.order.indexOf(id) + 1}.${twin + 1} already has this key. Use another key.`
  }
  return undefined
}
