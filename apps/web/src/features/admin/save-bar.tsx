import { CircleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'

interface SaveBarProps {
  changes: number
  faults: number
  isSaving: boolean
  onDiscard: () => void
}

/** The end of a long form: what is wrong, how much is unsaved. Shows itself once something is typed. */
export function SaveBar({ changes, faults, isSaving, onDiscard }: SaveBarProps) {
  if (changes === 0) return null
  return (
    <div
      data-sticky="bottom"
      className="sticky bottom-0 z-20 -mx-(--gutter) mt-8 -mb-6 flex flex-wrap items-center gap-3 border-t bg-card px-(--gutter) py-3"
    >
      <output className="flex min-w-0 items-center gap-2 text-14">
        {faults > 0 && (
          <CircleAlert
            aria-hidden="true"
            className="size-4.5 shrink-0 stroke-[1.75] text-destructive-ink"
          />
        )}
        {faults > 0 &&
          (faults === 1 ? '1 field needs attention. ' : `${faults} fields need attention. `)}
        {changes === 1 ? '1 change not saved.' : `${changes} changes not saved.`}
      </output>
      <div className="ml-auto flex flex-wrap gap-3">
        <Button variant="ghost" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button type="submit" isLoading={isSaving}>
          {isSaving ? 'Saving' : 'Save changes'}
        </Button>
      </div>
    </div>
  )
}
