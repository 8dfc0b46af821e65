import { useSuspenseQuery } from '@tanstack/react-query'
import type { AdminUser } from 'contract/access'
import { useWatch } from 'react-hook-form'
import { api } from '#core/api.ts'
import { SaveBar } from '#features/admin/save-bar.tsx'
import { SaveFailure } from '#features/admin/save-failure.tsx'
import { TwoVersions } from '#features/admin/two-versions.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { AccessFields } from './access-fields.tsx'
import { changedFields, differencesOf, valuesOf } from './access-values.ts'
import { useAccessForm } from './use-access-form.ts'

export function AccessForm({ user }: { user: AdminUser }) {
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  const access = useAccessForm(user)
  const { form, save, base, theirs } = access
  const values = { ...valuesOf(base), ...useWatch({ control: form.control }) }
  const unsaved = changedFields(valuesOf(base), values).length
  const { errors, isSubmitted } = form.formState
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="mb-4 text-18 font-semibold">
        Details
      </h2>
      {theirs && (
        <TwoVersions
          what="this person"
          differences={differencesOf(values, theirs, names)}
          isSaving={save.isPending}
          onUseMine={access.useMine}
          onUseTheirs={access.useTheirs}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          access.submit()
        }}
      >
        <AccessFields form={form} organisations={organisations} />
        <button type="submit" hidden aria-label="Save changes" />
      </form>
      <SaveFailure error={theirs ? null : save.error} title="Nothing was saved." className="mt-5" />
      <SaveBar
        unsaved={unsaved}
        faults={isSubmitted ? Object.keys(errors).length : 0}
        isSaving={save.isPending}
        onSave={access.submit}
        onDiscard={access.discard}
      />
      <UnsavedGuard isDirty={unsaved > 0} what="this person" />
      <AlertDialog
        open={access.loss !== undefined}
        onOpenChange={(isOpen) => !isOpen && access.cancelLoss()}
        title="Give up your own access?"
        description="You will no longer manage organisations, and only another god-admin can give it back to you."
        actionLabel="Give up my access"
        isLoading={save.isPending}
        onAction={access.confirmLoss}
      />
    </section>
  )
}
