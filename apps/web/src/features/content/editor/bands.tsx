import type { DraftBand, DraftCertificationBand } from 'contract/draft'
import { Button } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { BandConditions } from './band-conditions.tsx'
import { Figures, RemoveBand, useBandChange } from './band-parts.tsx'
import { DraftMarkdown, DraftText, NumberFaults, ListFault } from './draft-fields.tsx'
import { AddButton, Section } from './editor-parts.tsx'

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
  const change = useBandChange<DraftCertificationBand>('certificationBands')
  return (
    <Section
      title="Certification bands"
      hint="List the lowest band first. To reach a band, the overall result and every element result must be high enough."
    >
      <ListFault field="certificationBands" />
      <ol className="divide-y">
        {bands.map((value, index) => {
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
              <BandConditions
                field={band}
                band={value}
                onChange={(next) => change((now) => now.with(index, next))}
              />
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
