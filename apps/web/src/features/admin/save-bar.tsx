import { useEffect } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { ErrorCount } from '#features/shell/error-count.tsx'
import { Button } from '#ui/button.tsx'

interface SaveBarProps {
  /** How many fields are changed; without any there is no bar. */
  unsaved: number
  errors: FieldErrors
  isSubmitted: boolean
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
}

/** The foot of a long form: what is wrong, how much is unsaved, Discard, Save; Ctrl S saves too. */
export function SaveBar({ unsaved, errors, isSubmitted, isSaving, ...on }: SaveBarProps) {
  useSaveKey(on.onSave)
  if (unsaved === 0) return null
  return (
    <section
      aria-label="Unsaved changes"
      data-sticky="bottom"
      data-save-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-card px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:left-56"
    >
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-14">
          {unsaved === 1 ? '1 change not saved' : `${unsaved} changes not saved`}
        </p>
        <ErrorCount errors={errors} isShown={isSubmitted} />
        <div className="ml-auto flex gap-3 max-sm:w-full max-sm:*:grow">
          <Button variant="ghost" onClick={on.onDiscard}>
            Discard changes
          </Button>
          <Button isLoading={isSaving} onClick={on.onSave}>
            {isSaving ? 'Saving' : 'Save changes'}
          </Button>
        </div>
      </div>
    </section>
  )
}

function useSaveKey(onSave: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onSave()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onSave])
}
