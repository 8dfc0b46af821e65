import { Plus, Trash2 } from 'lucide-react'
import type { DraftBand, DraftHead } from 'contract/draft'
import { Button, IconButton } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { DraftMarkdown, DraftNumber, DraftText, FigureFaults, ListFault } from './draft-fields.tsx'
import { partEdit } from '#features/content/saving/draft-edits.ts'
import { WHOLE_SET, type Place } from '#features/content/saving/draft-state.ts'
import { Section } from './editor-parts.tsx'
import { usePlace } from './field-places.ts'

export function ReportBands({ elementId }: { elementId: number }) {
  const { canEdit } = useBuilder()
  const place = usePlace(elementId)
  const bands = useDraft((state) => state.elements[elementId]?.value?.reportBands)
  const change = useBandChange<DraftBand>(place, 'reportBands')
  if (!bands) return null
  return (
    <Section
      title="Bands"
      className="border-t-0 pt-0"
      hint="The report shows the text for the band that matches the element’s result. Bands must cover 0 to 100%."
      aside={canEdit && bands.length === 0 && <StartBands onStart={() => change(() => THIRDS)} />}
    >
      <ListFault place={place} field="reportBands" />
      <ol className="divide-y">
        {bands.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
          <li key={index} className="py-4">
            <div className="mb-3 flex flex-wrap items-start gap-3">
              <Figure place={place} field={`reportBands.${index}.from`} label="From %" />
              <Figure place={place} field={`reportBands.${index}.to`} label="To %" />
              <DraftText
                place={place}
                field={`reportBands.${index}.title`}
                label="Title"
                fieldClassName="min-w-48 flex-1"
              />
              <RemoveBand index={index} onRemove={() => change((now) => now.toSpliced(index, 1))} />
            </div>
            <FigureFaults
              place={place}
              fields={{
                [`reportBands.${index}.from`]: 'From %',
                [`reportBands.${index}.to`]: 'To %',
              }}
              className="-mt-1.5 mb-3"
            />
            <DraftMarkdown
              place={place}
              field={`reportBands.${index}.text`}
              label="Text"
              rows={4}
            />
          </li>
        ))}
      </ol>
      {canEdit && (
        <AddBand
          onAdd={() =>
            change((now) => [...now, { from: now.at(-1)?.to ?? 0, to: 100, title: '', text: '' }])
          }
        />
      )}
    </Section>
  )
}

const THIRDS: DraftBand[] = [
  { from: 0, to: 33, title: 'Starting', text: '' },
  { from: 33, to: 66, title: 'In progress', text: '' },
  { from: 66, to: 100, title: 'Advanced', text: '' },
]

export function CertificationBands() {
  const { canEdit } = useBuilder()
  const bands = useDraft((state) => state.head.value.certificationBands)
  const change = useBandChange<DraftHead['certificationBands'][number]>(
    WHOLE_SET,
    'certificationBands',
  )
  return (
    <Section
      title="Certification bands"
      hint="List the lowest band first. To reach a band, the overall result and every element result must be high enough."
    >
      <ListFault place={WHOLE_SET} field="certificationBands" />
      <ol className="divide-y">
        {bands.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
          <li key={index} className="flex flex-wrap items-start gap-3 py-3">
            <DraftText
              place={WHOLE_SET}
              field={`certificationBands.${index}.label`}
              label="Name"
              fieldClassName="min-w-48 flex-1"
            />
            <Figure
              place={WHOLE_SET}
              field={`certificationBands.${index}.minOverall`}
              label="Overall %"
            />
            <Figure
              place={WHOLE_SET}
              field={`certificationBands.${index}.minElement`}
              label="Element %"
            />
            <RemoveBand index={index} onRemove={() => change((now) => now.toSpliced(index, 1))} />
            <FigureFaults
              place={WHOLE_SET}
              fields={{
                [`certificationBands.${index}.minOverall`]: 'Overall %',
                [`certificationBands.${index}.minElement`]: 'Element %',
              }}
              className="-mt-1.5 w-full"
            />
          </li>
        ))}
      </ol>
      {canEdit && (
        <AddBand
          onAdd={() => change((now) => [...now, { label: '', minOverall: null, minElement: null }])}
        />
      )}
    </Section>
  )
}

function useBandChange<Band>(place: Place, field: string) {
  const { apply } = useBuilder()
  return (make: (now: readonly Band[]) => readonly Band[]) =>
    apply((state) => {
      const part = place.elementId === null ? state.head : state.elements[place.elementId]
      const now = ((part?.value ?? {}) as Record<string, readonly Band[]>)[field] ?? []
      return partEdit(state, place, [field], make(now))
    })
}

function Figure({ place, field, label }: { place: Place; field: string; label: string }) {
  return <DraftNumber {...{ place, field, label }} isErrorApart fieldClassName="w-24" />
}

function RemoveBand({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { canEdit } = useBuilder()
  if (!canEdit) return null
  return (
    <IconButton
      label={`Remove band ${index + 1}`}
      icon={<Trash2 />}
      onClick={onRemove}
      className="mt-6.5"
    />
  )
}

function AddBand({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="ghost" icon={<Plus />} className="-ml-3 text-primary-text" onClick={onAdd}>
      Add band
    </Button>
  )
}

function StartBands({ onStart }: { onStart: () => void }) {
  return (
    <Button variant="outline" size="xs" onClick={onStart}>
      Start with three bands
    </Button>
  )
}
