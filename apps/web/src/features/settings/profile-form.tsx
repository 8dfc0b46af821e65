import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProfileBody, type User } from 'contract/users'
import { useForm } from 'react-hook-form'
import { api } from '#core/api.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
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
  const form = useForm({
    resolver: zodResolver(ProfileBody),
    mode: 'onTouched',
    defaultValues: profileOf(user),
  })
  const kept = useKeptBase('profile', null)
  useKeptValues(form, kept, null)
  const save = useMutation({
    ...api.users.updateProfile.mutation(),
    onSuccess: (answer) => {
      queryClient.setQueryData(userQuery.queryKey, answer)
      form.reset(profileOf(answer.user))
      showToast({ variant: 'success', title: 'Profile saved' })
    },
    onError: (error) => showFieldErrors(error, ['name', 'organisation_name'], form.setError),
  })
  const { errors, isDirty, isSubmitted } = form.formState
  return (
    <Section title="Profile">
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => void form.handleSubmit((body) => save.mutate({ body }))(event)}
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
        <FailureAlert error={save.error} title="Your profile was not saved." />
        <SaveRow label="Save profile" isSaving={save.isPending} {...{ errors, isSubmitted }} />
      </form>
      <UnsavedGuard isDirty={isDirty} what="your profile" />
    </Section>
  )
}

function profileOf({ name, profile, tenant }: User): ProfileBody {
  return tenant.is_public ? { name, organisation_name: profile.organisation_name ?? '' } : { name }
}
