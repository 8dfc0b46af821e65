import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ProfileBody, type User } from 'contract/account'
import { field } from '#core/field-errors.ts'
import { api } from '#core/api.ts'
import { useUser, userQuery } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { TextField } from '#ui/text-field.tsx'
import { SaveRow, SettingsSection } from './settings-section.tsx'

const LABELS = { name: 'Name', organisation_name: 'Organisation' }

export function ProfileForm() {
  const user = useUser()
  const record = useProfile(user)
  const { form, changes, failure, isSaving } = record
  const { errors, isSubmitted } = form.formState
  return (
    <SettingsSection title="Profile">
      <RecordConflict title="Your profile was changed while you were editing" record={record} />
      <form noValidate className="space-y-5" onSubmit={record.onSubmit}>
        <TextField label="Name" autoComplete="name" {...field(form, 'name')} />
        {user.tenant.is_public && (
          <TextField
            label="Organisation"
            hint="Shown at the top of every page and on your reports."
            autoComplete="organization"
            {...field(form, 'organisation_name')}
          />
        )}
        <FailureAlert error={failure} title="Your profile was not saved." />
        <SaveRow label="Save profile" isSaving={isSaving} {...{ errors, isSubmitted }} />
      </form>
      <UnsavedGuard isDirty={changes.length > 0} what="your profile" />
    </SettingsSection>
  )
}

function useProfile(user: User) {
  const queryClient = useQueryClient()
  return useEditedRecord<ProfileBody, ProfileBody>({
    place: 'profile',
    stored: profileOf(user),
    resolver: zodResolver(ProfileBody),
    labels: LABELS,
    valuesOf: (profile) => profile,
    save: async (was, profile) => {
      const answer = await api.account.updateProfile.call({ body: { ...profile, was } })
      queryClient.setQueryData(userQuery.queryKey, answer)
      return profileOf(answer.user)
    },
    theirsIn: (details) => {
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      const { profile } = details as { profile: ProfileBody }
      return user.tenant.is_public ? profile : { name: profile.name }
    },
    savedTitle: 'Profile saved',
  })
}

function profileOf({ name, profile, tenant }: User): ProfileBody {
  return tenant.is_public ? { name, organisation_name: profile.organisation_name ?? '' } : { name }
}
