import { cleanInside } from 'contract/clean-text'
import type { DraftElement } from 'contract/draft'
import { TextArea } from '#ui/text-area.tsx'
import { useBuilder } from '#features/content/builder-context.ts'
import { partEdit } from '#features/content/saving/draft-edits.ts'
import { pathIn, valueOf } from '#features/content/saving/draft-state.ts'
import { asText, useField, useFieldError, usePlace } from './field-context.tsx'

/** The group of an element, or with several lines the headings of its path. */
export function GroupField() {
  const { apply } = useBuilder()
  const place = usePlace()
  const { id, value, error, isReadOnly } = useField('group')
  const { value: path } = useField('path')
  const pathError = useFieldError('path')

  function change(text: string) {
    const headings = text.split('\n')
    apply((state) => {
      const { path: _, ...element } = valueOf(state, place.elementId) as DraftElement
      const [group = ''] = headings
      const next =
        headings.length > 1 ? { ...element, group: '', path: headings } : { ...element, group }
      return { ...partEdit(state, place, pathIn(place), next), kind: 'type group' }
    })
  }

  return (
    <TextArea
      id={id}
      dir="auto"
      label="Group"
      hint="Elements in the same group are shown together. To put the group under other headings, write each heading on its own line: the top heading first, the group last."
      isOptional
      rows={1}
      className="field-sizing-content min-h-11"
      value={Array.isArray(path) ? path.join('\n') : asText(value)}
      error={error ?? pathError}
      readOnly={isReadOnly}
      onChange={({ target }) => change(cleanInside(target.value))}
    />
  )
}
