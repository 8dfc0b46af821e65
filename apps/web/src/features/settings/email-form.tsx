import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Email } from 'contract/fields'
import { Password } from 'contract/proof'
import { settingsPageAt } from 'contract/settings-page'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { StepField } from '#features/proof/step-field.tsx'
import { onlyNeeded, stepErrorOf, stepOf, type Askable } from '#features/proof/typed-proof.ts'
import { typedStep } from '#features/proof/typed-step.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SaveRow } from './save-row.tsx'

export function EmailForm({ proof }: { proof: Askable }) {
  const { form, change, submit } = useEmailChange(proof)
  const { errors, isDirty, isSubmitted } = form.formState
  const isToldAtField = hasCode(change.error, 'password-wrong', 'code-wrong', 'email-taken')
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <TextField
        label="New email"
        hint="We send a link there. The change takes effect once you open it."
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      {proof !== 'nothing' && (
        <PasswordField
          label="Your password"
          error={errors.password?.message}
          {...form.register('password')}
        />
      )}
      {proof === 'password-and-code' && (
        <StepField error={errors.step?.message} {...form.register('step')} />
      )}
      <FailureAlert
        error={isToldAtField ? null : change.error}
        title="Your email was not changed."
      />
      <SaveRow label="Change email" isSaving={change.isPending} {...{ errors, isSubmitted }} />
      <UnsavedGuard isDirty={isDirty} what="your email" />
    </form>
  )
}

function useEmailChange(proof: Askable) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(valuesFor(proof)),
    mode: 'onTouched',
    defaultValues: { email: '', password: '', step: '' },
  })
  const change = useMutation({
    ...api.users.requestEmailChange.mutation(),
    onSuccess: async () => {
      form.reset()
      await queryClient.invalidateQueries({ queryKey: api.users.me.key })
    },
    onError: showError,
  })
  const submit = form.handleSubmit(({ email, password, step }) =>
    change.mutate({
      body: {
        email,
        back_to: settingsPageAt(location.pathname),
        ...onlyNeeded({ password, ...stepOf(step) }, proof),
      },
    }),
  )
  return { form, change, submit: (event: FormEvent) => void submit(event) }

  function showError(error: Error) {
    const step = stepErrorOf(error)
    if (hasCode(error, 'email-taken')) {
      form.setError('email', { message: error.message }, { shouldFocus: true })
    } else if (step) {
      form.setError('step', { message: step }, { shouldFocus: true })
    } else {
      showFieldErrors(error, ['email', 'password'], form.setError)
    }
  }
}

function valuesFor(proof: Askable) {
  return z.object({
    email: Email,
    password: proof === 'nothing' ? z.string() : Password,
    step: typedStep(proof === 'password-and-code'),
  })
}
