import type { Person } from 'contract/person'
import { SaveBar } from '#features/admin/save-bar.tsx'
import { SaveFailure } from '#features/admin/save-failure.tsx'
import { TwoVersions } from '#features/admin/two-versions.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { hasCode } from '#core/api-error.ts'
import { DetailsFields } from './details-fields.tsx'
import { differencesOf } from './details-values.ts'
import { useDetails } from './use-details.ts'

/** The details as a form; it comes after the rest of its page. */
export function EditedDetails({ person }: { person: Person }) {
  const { form, save, submit, base, theirs, useMine, useTheirs, discard } = useDetails(person)
  const { errors, dirtyFields, isSubmitted } = form.formState
  const unsaved = Object.values(dirtyFields).filter(Boolean).length
  const isToldElsewhere = hasCode(save.error, 'conflict', 'email-taken', 'invalid-input')
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="mb-4 text-18 font-semibold">
        Details
      </h2>
      {theirs && (
        <TwoVersions
          what="this user"
          differences={differencesOf(form.getValues(), base, theirs)}
          isSaving={save.isPending}
          onUseMine={useMine}
          onUseTheirs={useTheirs}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DetailsFields form={form} person={person} />
        {/* Enter saves as well. */}
        <input type="submit" value="Save" hidden />
      </form>
      <SaveFailure
        error={isToldElsewhere && (theirs || Object.keys(errors).length > 0) ? null : save.error}
        title="Nothing was saved."
        className="mt-5"
      />
      <SaveBar
        unsaved={unsaved}
        faults={isSubmitted ? Object.keys(errors).length : 0}
        isSaving={save.isPending}
        onSave={submit}
        onDiscard={discard}
      />
      <UnsavedGuard isDirty={unsaved > 0} what="this user" />
    </section>
  )
}
