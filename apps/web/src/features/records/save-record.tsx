import { plural } from 'rules/plural'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { FailureAlert } from '#support/failure-alert.tsx'
import { UnsavedGuard } from './leave-question.tsx'
import { Button } from '#ui/button.tsx'
import { InSight } from '#ui/in-sight.tsx'
import { useHeadingNext } from '#ui/use-heading-next.ts'

interface Edited {
  form: { formState: { errors: object; isSubmitted: boolean } }
  changes: readonly string[]
  conflict: { both: readonly string[] } | null
  failure: Error | null
  isSaving: boolean
  discard: () => void
}

interface SaveRecordProps {
  record: Edited
  what: string
  failureTitle?: string
  error?: Error | null
  isAsking?: boolean
  onSave: () => void
}

export function SaveRecord({ record, what, onSave, ...rest }: SaveRecordProps) {
  const { failureTitle = 'Your changes were not saved.', error = null, isAsking = false } = rest
  const { form, changes, conflict, discard } = record
  const { errors, isSubmitted } = form.formState
  const failure = error ?? record.failure
  useSaveKey(onSave)
  const faults = isSubmitted ? Object.keys(errors).length : 0
  return (
    <>
      {/* The save bar is always visible, the end of the form may not be. */}
      <InSight news={failure}>
        <FailureAlert error={failure} title={failureTitle} className="mt-5" />
      </InSight>
      {changes.length > 0 && (
        <SaveBar
          unsaved={changes.length}
          faults={faults + (conflict?.both.length ?? 0)}
          isSaving={record.isSaving || isAsking}
          onSave={onSave}
          onDiscard={discard}
        />
      )}
      <UnsavedGuard isDirty={changes.length > 0} what={what} />
    </>
  )
}

interface SaveBarProps {
  unsaved: number
  faults: number
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
}

function SaveBar({ unsaved, faults, isSaving, onSave, onDiscard }: SaveBarProps) {
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
            <CircleAlert className="size-4.5 shrink-0 stroke-[1.75] text-destructive-ink" />
          )}
          {faults > 0 &&
            `${plural(faults, { one: '# field needs attention', other: '# fields need attention' })}. `}
          {plural(unsaved, { one: '# unsaved change', other: '# unsaved changes' })}
        </output>
        <div className="ml-auto flex flex-wrap gap-3">
          <Button variant="ghost" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button isLoading={isSaving} aria-keyshortcuts="Control+S" onClick={onSave}>
            {isSaving ? 'Saving' : 'Save changes'}
          </Button>
        </div>
      </div>
    </section>
  )
}

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
