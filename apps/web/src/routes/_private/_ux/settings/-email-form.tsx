import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EmailChangeBody } from 'contract/users'
import { useForm } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SaveRow } from './-save-row.tsx'

export function EmailForm() {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(EmailChangeBody),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const change = useMutation({
    ...api.users.requestEmailChange.mutation(),
    onSuccess: async () => {
      form.reset()
      await queryClient.invalidateQueries({ queryKey: api.users.me.key })
    },
    onError: showError,
  })
  const { errors, isDirty, isSubmitted } = form.formState
  const isToldAtField = hasCode(change.error, 'password-wrong', 'email-taken')
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((body) => change.mutate({ body }))(event)}
    >
      <TextField
        label="New email"
        hint="We send a link there. The change takes effect once you open it."
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Your password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <FailureAlert
        error={isToldAtField ? null : change.error}
        title="Your email was not changed."
      />
      <SaveRow label="Change email" isSaving={change.isPending} {...{ errors, isSubmitted }} />
      <UnsavedGuard isDirty={isDirty} what="your email" />
    </form>
  )

  function showError(error: Error) {
    if (hasCode(error, 'password-wrong')) {
      form.setError('password', { message: 'Enter your present password' }, { shouldFocus: true })
    } else if (hasCode(error, 'email-taken')) {
      form.setError('email', { message: error.message }, { shouldFocus: true })
    } else {
      showFieldErrors(error, ['email', 'password'], form.setError)
    }
  }
}
