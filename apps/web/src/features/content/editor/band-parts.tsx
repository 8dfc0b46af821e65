import { Trash2 } from 'lucide-react'
import { useBuilder } from '#features/content/builder-context.ts'
import { partEdit } from '#features/content/saving/draft-edits.ts'
import { valueOf } from '#features/content/saving/draft-state.ts'
import { readAt } from '#features/content/saving/path.ts'
import { IconButton } from '#ui/button.tsx'
import { DraftNumber } from './draft-fields.tsx'
import { usePlace } from './field-context.tsx'

type BandChange<Band> = (make: (now: readonly Band[]) => readonly Band[]) => void

export function useBandChange<Band>(field: string): BandChange<Band> {
  const { apply } = useBuilder()
  const place = usePlace()
  return (make) =>
    apply((state) => {
      const now = readAt(valueOf(state, place.elementId), [field]) ?? []
      return partEdit(state, place, [field], make(now as readonly Band[]))
    })
}

export function Figures({ fields }: { fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([field, label]) => (
    <DraftNumber key={field} {...{ field, label }} isErrorApart fieldClassName="w-24" />
  ))
}

interface RemoveBandProps<Band> {
  index: number
  onRemove: BandChange<Band>
  what?: string
}

export function RemoveBand<Band>({ index, onRemove, what = 'band' }: RemoveBandProps<Band>) {
  const { canEdit } = useBuilder()
  if (!canEdit) return null
  return (
    <IconButton
      label={`Remove ${what} ${index + 1}`}
      icon={<Trash2 />}
      onClick={() => onRemove((now) => now.toSpliced(index, 1))}
      className="mt-6.5"
    />
  )
}
