import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Person } from 'contract/person'
import { can } from '#core/can.ts'
import { SaveBar } from '#features/admin/save-bar.tsx'
import { TwoVersions } from '#features/admin/two-versions.tsx'
import { useUser } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { hasCode } from '#core/api-error.ts'
import { AccountActions } from './-account-actions.tsx'
import { AccountFacts } from './-account-facts.tsx'
import { DetailsFields } from './-details-fields.tsx'
import { differencesOf } from './-details-values.ts'
import { personQuery } from './-person-query.ts'
import { useDetails } from './-use-details.ts'

export const Route = createFileRoute('/_private/admin/users/$id/main-details')({
  component: MainDetails,
})

function MainDetails() {
  const { id } = Route.useParams()
  const { data: person } = useSuspenseQuery(personQuery(id))
  const isEditor = can(useUser(), 'create-users') && !isOfPlatform(person)
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {isEditor ? <EditedDetails key={person.id} person={person} /> : <Details person={person} />}
      <div className="space-y-8">
        <AccountFacts person={person} />
        {isEditor && <AccountActions person={person} />}
      </div>
    </div>
  )
}

/** They are managed under Access. */
function isOfPlatform({ roles }: Person) {
  return roles.includes('god-admin') || roles.includes('auditor')
}

function EditedDetails({ person }: { person: Person }) {
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
      <FailureAlert
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

function Details({ person }: { person: Person }) {
  const { name, email, organisation_name, tenant, roles } = person
  const facts = [
    ['Name', name],
    ['Email', email],
    ...(tenant.is_public ? [['Organisation name', organisation_name ?? 'None']] : []),
    ['Role', roles.map((role) => ROLE_WORDS[role]).join(', ')],
  ]
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="mb-4 text-18 font-semibold">
        Details
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-14 text-muted-foreground">{term}</dt>
            <dd className="text-15 wrap-anywhere max-sm:-mt-2">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const ROLE_WORDS = { 'god-admin': 'God-admin', admin: 'Admin', user: 'User', auditor: 'Auditor' }
