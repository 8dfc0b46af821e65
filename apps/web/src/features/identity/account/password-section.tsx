import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { NewPassword } from 'contract/fields'
import { Password } from 'contract/confirm-owner'
import type { FormEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { field, showFieldErrors } from '#core/field-errors.ts'
import { showSuccess } from '#core/toast.ts'
import { NewPasswordField } from '#features/identity/new-password-field.tsx'
import { StepField, typedStep } from '#features/identity/confirm-owner/step-field.tsx'
import { stepErrorOf, stepOf } from '#features/identity/confirm-owner/typed-confirmation.ts'
import { useUser } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SaveRow, SettingsSection } from './settings-section.tsx'

export function PasswordSection() {
  const { password } = useSuspenseQuery(api.identities.list.query()).data
  if (password === 'none') {
    return (
      <SettingsSection
        title="Password"
        meta="You sign in with single sign-on, so you don’t have a password."
      />
    )
  }
  return (
    <SettingsSection
      title="Password"
      meta="Changing your password signs you out on all other devices."
    >
      <PasswordForm />
    </SettingsSection>
  )
}

function PasswordForm() {
  const user = useUser()
  const { is_enabled } = useSuspenseQuery(api.mfa.status.query()).data
  const { form, change, submit } = usePasswordChange(is_enabled)
  const typed = useWatch({ control: form.control, name: 'password' })
  const { errors, isDirty, isSubmitted } = form.formState
  const isShownAtField = hasCode(change.error, 'password-wrong', 'code-wrong')
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <PasswordField label="Current password" {...field(form, 'current_password')} />
      <NewPasswordField
        label="New password"
        typed={typed}
        person={{ ...user, organisation: user.profile.organisation_name ?? '' }}
        {...field(form, 'password')}
      />
      {is_enabled && <StepField {...field(form, 'step')} />}
      <FailureAlert
        error={isShownAtField ? null : change.error}
        title="Your password was not changed."
      />
      <SaveRow label="Change password" isSaving={change.isPending} {...{ errors, isSubmitted }} />
      <UnsavedGuard isDirty={isDirty} what="your password" />
    </form>
  )
}

function usePasswordChange(hasMfa: boolean) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(
      z.object({
        current_password: Password,
        password: NewPassword,
        step: typedStep(hasMfa),
      }),
    ),
    mode: 'onTouched',
    defaultValues: { current_password: '', password: '', step: '' },
  })
  const change = useMutation({
    ...api.account.changePassword.mutation(),
    onSuccess: async () => {
      form.reset()
      showSuccess('Password changed', 'You’re signed out on all other devices.')
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key })
    },
    onError: showError,
  })
  const submit = form.handleSubmit(({ step, ...passwords }) =>
    change.mutate({ body: { ...passwords, ...(hasMfa && stepOf(step)) } }),
  )
  return { form, change, submit: (event: FormEvent) => void submit(event) }

  function showError(error: Error) {
    const step = stepErrorOf(error)
    if (step) {
      form.setError('step', { message: step }, { shouldFocus: true })
    } else {
      showFieldErrors(error, ['current_password', 'password'], form.setError)
    }
  }
}
