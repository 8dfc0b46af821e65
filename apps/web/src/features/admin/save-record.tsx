import { InSight } from '#ui/in-sight.tsx'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { SaveBar } from './save-bar.tsx'

/** Of `useEditedRecord`, whatever is edited. */
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
  /** What is edited: "this user". */
  what: string
  failureTitle?: string
  /** Of what is asked before it is saved. */
  error?: Error | null
  isAsking?: boolean
  onSave: () => void
}

/** The end of a long form: why it was not saved, the bar that saves it, and the question before it is left. */
export function SaveRecord({ record, what, onSave, ...rest }: SaveRecordProps) {
  const { failureTitle = 'Nothing was saved.', error = null, isAsking = false } = rest
  const { form, changes, conflict, discard } = record
  const { errors, isSubmitted } = form.formState
  const failure = error ?? record.failure
  const faults = isSubmitted ? Object.keys(errors).length : 0
  return (
    <>
      {/* The bar is always in sight, the end of the form is not. */}
      <InSight news={failure}>
        <FailureAlert error={failure} title={failureTitle} className="mt-5" />
      </InSight>
      <SaveBar
        unsaved={changes.length}
        faults={faults + (conflict?.both.length ?? 0)}
        isSaving={record.isSaving || isAsking}
        onSave={onSave}
        onDiscard={discard}
      />
      <UnsavedGuard isDirty={changes.length > 0} what={what} />
    </>
  )
}
