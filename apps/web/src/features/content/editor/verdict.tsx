import { useState } from 'react'
import type { DraftElementBand, DraftHead } from 'contract/draft'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { partEdit, renameElementBand } from '#features/content/saving/draft-edits.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { BandConditions } from './band-conditions.tsx'
import { Figures, RemoveBand, useBandChange } from './band-parts.tsx'
import { ListFault, NumberFaults } from './draft-fields.tsx'
import { AddButton, Section } from './editor-parts.tsx'
import { asText, fieldId, focusWhenShown, useField } from './field-context.tsx'

const NEW_BAND: DraftElementBand = { label: '', minOverall: null }

/** Bands of each element alone. Not shown until the set has some. */
export function ElementBands() {
  const { canEdit } = useBuilder()
  const bands = useDraft((state) => state.head.value.elementBands) ?? []
  const change = useBandChange<DraftElementBand>('elementBands')
  if (bands.length === 0) return null
  return (
    <Section
      title="Element bands"
      hint="Bands for individual elements, lowest first. A certification band can require each element to reach one of these bands."
    >
      <ListFault field="elementBands" />
      <ol className="divide-y">
        {bands.map((band, index) => {
          const field = `elementBands.${index}`
          const figures = { [`${field}.minOverall`]: 'Element %' }
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
            <li key={index} className="flex flex-wrap items-start gap-3 py-3">
              <ElementBandName index={index} />
              <Figures fields={figures} />
              <RemoveBand index={index} onRemove={change} what="element band" />
              <NumberFaults fields={figures} className="-mt-1.5 w-full" />
              <BandConditions
                field={field}
                band={band}
                onChange={(next) => change((now) => now.with(index, next))}
              />
            </li>
          )
        })}
      </ol>
      {canEdit && (
        <AddButton onClick={() => change((now) => [...now, NEW_BAND])}>Add element band</AddButton>
      )}
    </Section>
  )
}

/** Certification bands that ask for this band go on asking for it. */
function ElementBandName({ index }: { index: number }) {
  const { apply } = useBuilder()
  const { id, value, error, isReadOnly } = useField(`elementBands.${index}.label`)
  return (
    <TextField
      {...{ id, error }}
      dir="auto"
      label="Name"
      fieldClassName="min-w-48 flex-1"
      value={asText(value)}
      readOnly={isReadOnly}
      onChange={({ target }) => apply((state) => renameElementBand(state, index, target.value))}
    />
  )
}

const SETTINGS = {
  scoreFrom: {
    label: '0% is',
    hint: 'With “A value of 0”, a response counts as its value divided by the highest value.',
    add: 'Change what counts as 0%',
    options: [
      { value: 'lowest', label: 'The lowest response' },
      { value: 'zero', label: 'A value of 0' },
    ],
  },
  notApplicableCounts: {
    label: '“Does not apply” counts as',
    hint: 'Applies to scores, and to band conditions on the result of each statement.',
    add: 'Change what “Does not apply” counts as',
    options: [
      { value: 'excluded', label: 'Nothing: the statement isn’t counted' },
      { value: 'full', label: '100%' },
      { value: 'none', label: '0%' },
    ],
  },
} as const

type Setting = keyof typeof SETTINGS

/** How scores count, and what a set doesn't use yet. */
export function VerdictSettings() {
  const { canEdit } = useBuilder()
  const change = useBandChange<DraftElementBand>('elementBands')
  const hasElementBands = useDraft((state) => (state.head.value.elementBands ?? []).length > 0)
  const scoreFrom = useSetting('scoreFrom')
  const counts = useSetting('notApplicableCounts')
  const shown = [scoreFrom, counts].filter(({ isShown }) => isShown)
  const addable = [scoreFrom, counts].filter(({ isShown }) => !isShown)

  function addElementBand() {
    change(() => [NEW_BAND])
    focusWhenShown(fieldId(WHOLE_SET, 'elementBands.0.label'), 'editor-title')
  }

  return (
    <>
      {shown.length > 0 && (
        <Section title="Scores">
          <div className="grid gap-4 sm:grid-cols-2">
            {shown.map(({ name }) => (
              <SettingField key={name} name={name} />
            ))}
          </div>
        </Section>
      )}
      {canEdit && (
        <div className="-ml-3 flex flex-wrap gap-x-2 empty:hidden">
          {!hasElementBands && (
            <AddButton className="" onClick={addElementBand}>
              Add element bands
            </AddButton>
          )}
          {addable.map(({ name, add }) => (
            <AddButton key={name} className="" onClick={add}>
              {SETTINGS[name].add}
            </AddButton>
          ))}
        </div>
      )}
    </>
  )
}

/** Shown once it isn't the usual one, or the author adds it. */
function useSetting(name: Setting) {
  const isUsed = useDraft((state) => state.head.value[name] !== undefined)
  const [isAdding, setAdding] = useState(false)
  const add = () => {
    setAdding(true)
    focusWhenShown(fieldId(WHOLE_SET, name), 'editor-title')
  }
  return { name, isShown: isUsed || isAdding, add }
}

function SettingField({ name }: { name: Setting }) {
  const { apply } = useBuilder()
  const { id, value, error, isReadOnly } = useField(name)
  const { label, hint, options } = SETTINGS[name]
  const [usual] = options
  return (
    <SelectField
      {...{ id, label, hint, error, options }}
      disabled={isReadOnly}
      value={asText(value) || usual.value}
      onChange={({ target }) => {
        const next = target.value === usual.value ? undefined : (target.value as DraftHead[Setting])
        apply((state) => partEdit(state, WHOLE_SET, [name], next))
      }}
    />
  )
}
