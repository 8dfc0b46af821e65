import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PasswordChangeBody } from 'contract/users'
import { useForm, useWatch } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { NewPasswordField } from '#features/password/new-password-field.tsx'
import { useUser } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SaveRow } from './-save-row.tsx'
import { Section } from './-section.tsx'

export function PasswordForm() {
  const queryClient = useQueryClient()
  const user = useUser()
  const form = useForm({
    resolver: zodResolver(PasswordChangeBody),
    mode: 'onTouched',
    defaultValues: { current_password: '', password: '' },
  })
  const change = useMutation({
    ...api.users.changePassword.mutation(),
    onSuccess: async () => {
      form.reset()
      showToast({
        variant: 'success',
        title: 'Password changed',
        description: 'Every other device is signed out',
      })
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key })
    },
    onError: showError,
  })
  const typed = useWatch({ control: form.control, name: 'password' })
  const { errors, isDirty, isSubmitted } = form.formState
  return (
    <Section title="Password" meta="Changing it signs you out everywhere else.">
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => void form.handleSubmit((body) => change.mutate({ body }))(event)}
      >
        <PasswordField
          label="Present password"
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
        <NewPasswordField
          label="New password"
          typed={typed}
          person={user}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <FailureAlert
          error={hasCode(change.error, 'password-wrong') ? null : change.error}
          title="Your password was not changed."
        />
        <SaveRow label="Change password" isSaving={change.isPending} {...{ errors, isSubmitted }} />
      </form>
      <UnsavedGuard isDirty={isDirty} what="your password" />
    </Section>
  )

  function showError(error: Error) {
    if (hasCode(error, 'password-wrong')) {
      const message = 'Enter your present password'
      form.setError('current_password', { message }, { shouldFocus: true })
    } else {
      showFieldErrors(error, ['current_password', 'password'], form.setError)
    }
  }
}
