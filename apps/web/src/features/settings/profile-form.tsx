import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProfileBody, type User } from 'contract/users'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { showSaved } from '#features/admin/show-saved.ts'
import { TwoVersions } from '#features/admin/two-versions.tsx'
import { useUser, userQuery } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { useKeptBase, useKeptValues } from '#features/shell/kept-form.ts'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SaveRow } from './save-row.tsx'
import { Section } from './section.tsx'

export function ProfileForm() {
  const user = useUser()
  const queryClient = useQueryClient()
  const kept = useKeptBase('profile', profileOf(user))
  const [base, setBase] = useState(kept.base)
  const form = useForm({
    resolver: zodResolver(ProfileBody),
    mode: 'onTouched',
    defaultValues: kept.base,
  })
  useKeptValues(form, kept, base)
  const save = useMutation({
    ...api.users.updateProfile.mutation(),
    onMutate: () => form.getValues(),
    onSuccess: (answer, _, sent) => {
      queryClient.setQueryData(userQuery.queryKey, answer)
      setBase(profileOf(answer.user))
      showSaved(form, profileOf(answer.user), sent)
      showToast({ variant: 'success', title: 'Profile saved' })
    },
    onError: (error) => showFieldErrors(error, ['name', 'organisation_name'], form.setError),
  })
  const { errors, isDirty, isSubmitted } = form.formState
  const theirs = theirsOf(save.error, user)
  const take = (stands: ProfileBody) => {
    setBase(stands)
    form.reset(stands)
    save.reset()
    void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  }
  return (
    <Section title="Profile">
      {theirs && (
        <TwoVersions
          what="your profile"
          differences={differencesOf(form.getValues(), base, theirs)}
          isSaving={save.isPending}
          onUseMine={() =>
            save.mutate({ body: { ...mineOf(form.getValues(), base, theirs), was: theirs } })
          }
          onUseTheirs={() => take(theirs)}
        />
      )}
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) =>
          void form.handleSubmit((body) => save.mutate({ body: { ...body, was: base } }))(event)
        }
      >
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        {user.tenant.is_public && (
          <TextField
            label="Organisation"
            hint="Stands at the head of every page and on your reports."
            autoComplete="organization"
            error={errors.organisation_name?.message}
            {...form.register('organisation_name')}
          />
        )}
        {!theirs && <FailureAlert error={save.error} title="Your profile was not saved." />}
        <SaveRow label="Save profile" isSaving={save.isPending} {...{ errors, isSubmitted }} />
      </form>
      <UnsavedGuard isDirty={isDirty} what="your profile" />
    </Section>
  )
}

const LABELS = { name: 'Name', organisation_name: 'Organisation' } as const
const FIELDS = ['name', 'organisation_name'] as const

/** What stands now, when somebody else changed what was typed here. */
function theirsOf(error: unknown, { tenant }: User): ProfileBody | null {
  if (!hasCode(error, 'conflict')) return null
  const { profile } = error.details as { profile: ProfileBody }
  return tenant.is_public ? profile : { name: profile.name }
}

/** What was typed on top of what stands now. */
function mineOf(typed: ProfileBody, base: ProfileBody, theirs: ProfileBody): ProfileBody {
  const own = FIELDS.filter((field) => typed[field] !== base[field])
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, typed[field]])) }
}

function differencesOf(typed: ProfileBody, base: ProfileBody, theirs: ProfileBody) {
  const mine = mineOf(typed, base, theirs)
  return FIELDS.filter((field) => mine[field] !== undefined && mine[field] !== theirs[field]).map(
    (field) => ({ label: LABELS[field], mine: mine[field] ?? '', theirs: theirs[field] ?? '' }),
  )
}

function profileOf({ name, profile, tenant }: User): ProfileBody {
  return tenant.is_public ? { name, organisation_name: profile.organisation_name ?? '' } : { name }
}
