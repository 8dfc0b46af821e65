import { Trash2 } from 'lucide-react'
import type { DraftBand, DraftHead } from 'contract/draft'
import { Button, IconButton } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { DraftMarkdown, DraftNumber, DraftText, NumberFaults, ListFault } from './draft-fields.tsx'
import { partEdit } from '#features/content/saving/draft-edits.ts'
import { valueOf } from '#features/content/saving/draft-state.ts'
import { readAt } from '#features/content/saving/path.ts'
import { AddButton, Section } from './editor-parts.tsx'
import { usePlace } from './field-context.tsx'

export function ReportBands({ elementId }: { elementId: number }) {
  const { canEdit } = useBuilder()
  const bands = useDraft((state) => state.elements[elementId]?.value?.reportBands)
  const change = useBandChange<DraftBand>('reportBands')
  if (!bands) return null
  return (
    <Section
      title="Bands"
      className="border-t-0 pt-0"
      hint="The report shows the text for the band that matches the element’s result. Bands must cover 0 to 100%."
      aside={
        canEdit &&
        bands.length === 0 && (
          <Button variant="outline" size="xs" onClick={() => change(() => THIRDS)}>
            Start with three bands
          </Button>
        )
      }
    >
      <ListFault field="reportBands" />
      <ol className="divide-y">
        {bands.map((_, index) => {
          const band = `reportBands.${index}`
          const figures = { [`${band}.from`]: 'From %', [`${band}.to`]: 'To %' }
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
            <li key={index} className="py-4">
              <div className="mb-3 flex flex-wrap items-start gap-3">
                <Figures fields={figures} />
                <DraftText field={`${band}.title`} label="Title" fieldClassName="min-w-48 flex-1" />
                <RemoveBand index={index} onRemove={change} />
              </div>
              <NumberFaults fields={figures} className="-mt-1.5 mb-3" />
              <DraftMarkdown field={`${band}.text`} label="Text" rows={4} />
            </li>
          )
        })}
      </ol>
      {canEdit && (
        <AddButton
          onClick={() =>
            change((now) => [...now, { from: now.at(-1)?.to ?? 0, to: 100, title: '', text: '' }])
          }
        >
          Add band
        </AddButton>
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
  const change = useBandChange<DraftHead['certificationBands'][number]>('certificationBands')
  return (
    <Section
      title="Certification bands"
      hint="List the lowest band first. To reach a band, the overall result and every element result must be high enough."
    >
      <ListFault field="certificationBands" />
      <ol className="divide-y">
        {bands.map((_, index) => {
          const band = `certificationBands.${index}`
          const figures = {
            [`${band}.minOverall`]: 'Overall %',
            [`${band}.minElement`]: 'Element %',
          }
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
            <li key={index} className="flex flex-wrap items-start gap-3 py-3">
              <DraftText field={`${band}.label`} label="Name" fieldClassName="min-w-48 flex-1" />
              <Figures fields={figures} />
              <RemoveBand index={index} onRemove={change} />
              <NumberFaults fields={figures} className="-mt-1.5 w-full" />
            </li>
          )
        })}
      </ol>
      {canEdit && (
        <AddButton
          onClick={() =>
            change((now) => [...now, { label: '', minOverall: null, minElement: null }])
          }
        >
          Add band
        </AddButton>
      )}
    </Section>
  )
}

type BandChange<Band> = (make: (now: readonly Band[]) => readonly Band[]) => void

function useBandChange<Band>(field: string): BandChange<Band> {
  const { apply } = useBuilder()
  const place = usePlace()
  return (make) =>
    apply((state) => {
      const now = readAt(valueOf(state, place.elementId), [field]) ?? []
      return partEdit(state, place, [field], make(now as readonly Band[]))
    })
}

function Figures({ fields }: { fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([field, label]) => (
    <DraftNumber key={field} {...{ field, label }} isErrorApart fieldClassName="w-24" />
  ))
}

interface RemoveBandProps<Band> {
  index: number
  onRemove: BandChange<Band>
}

function RemoveBand<Band>({ index, onRemove }: RemoveBandProps<Band>) {
  const { canEdit } = useBuilder()
  if (!canEdit) return null
  return (
    <IconButton
      label={`Remove band ${index + 1}`}
      icon={<Trash2 />}
      onClick={() => onRemove((now) => now.toSpliced(index, 1))}
      className="mt-6.5"
    />
  )
}
