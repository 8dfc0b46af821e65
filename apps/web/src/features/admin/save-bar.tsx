import { CircleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useHeadingNext } from './use-heading-next.ts'
import { useEffect } from 'react'

interface SaveBarProps {
  /** How many fields are changed; without any there is no bar. */
  unsaved: number
  /** How many fields need attention. */
  faults: number
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
}

/** The end of a long form: what is wrong, how much is unsaved, Discard, Save; Ctrl S saves too. */
export function SaveBar(props: SaveBarProps) {
  useSaveKey(props.onSave)
  return props.unsaved > 0 && <Bar {...props} />
}

function Bar({ unsaved, faults, isSaving, onSave, onDiscard }: SaveBarProps) {
  useHeadingNext()
  return (
    <section
      aria-label="Unsaved changes"
      data-sticky="bottom"
      data-save-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-card px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:left-(--sidebar)"
    >
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-3">
        <output className="flex min-w-0 items-center gap-2 text-14">
          {faults > 0 && (
            <CircleAlert
              aria-hidden="true"
              className="size-4.5 shrink-0 stroke-[1.75] text-destructive-ink"
            />
          )}
          {faults > 0 &&
            (faults === 1 ? '1 field needs attention. ' : `${faults} fields need attention. `)}
          {unsaved === 1 ? '1 change not saved' : `${unsaved} changes not saved`}
        </output>
        <div className="ml-auto flex flex-wrap gap-3">
          <Button variant="ghost" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button isLoading={isSaving} onClick={onSave}>
            {isSaving ? 'Saving' : 'Save changes'}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Ctrl S saves the form of the page. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
