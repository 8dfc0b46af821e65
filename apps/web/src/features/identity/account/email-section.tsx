import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Email } from 'contract/fields'
import { Password } from 'contract/confirm-owner'
import { settingsPageAt } from 'contract/settings-page'
import { type FormEvent, Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { field, showFieldErrors } from '#core/field-errors.ts'
import { StepField, typedStep } from '#features/identity/confirm-owner/step-field.tsx'
import {
  type Askable,
  onlyNeeded,
  stepErrorOf,
  stepOf,
} from '#features/identity/confirm-owner/typed-confirmation.ts'
import { useUser } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { useSys } from '#support/sys.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SaveRow, SettingsSection } from './settings-section.tsx'

const SignInAgain = lazyPart(
  () => import('#features/identity/confirm-owner/sign-in-again.tsx'),
  'SignInAgain',
)

export function EmailSection() {
  const user = useUser()
  return (
    <SettingsSection
      title="Email"
      meta={
        <>
          Your email address is{' '}
          <strong className="font-medium text-foreground">{user.email}</strong>.
        </>
      }
    >
      {user.pending_email ? <Pending email={user.pending_email} /> : <Change />}
    </SettingsSection>
  )
}

function Change() {
  const { confirmation } = useSuspenseQuery(api.identities.list.query()).data
  if (useSys()?.is_mail_off) {
    return (
      <Alert variant="warning" title="Email is turned off.">
        To change your address, you need a link that we can’t send at the moment. Try again later,
        or ask your administrator.
      </Alert>
    )
  }
  if (confirmation === 'too-old') {
    return (
      <Suspense fallback={<div className="h-25" />}>
        <SignInAgain title="Sign in again to change your email." />
      </Suspense>
    )
  }
  return <EmailForm confirmation={confirmation} />
}

function Pending({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    ...api.account.cancelEmailChange.mutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.account.me.key }),
  })
  return (
    <>
      <Alert
        title={`Confirm your new email address, ${email}.`}
        action={
          <Button
            variant="outline"
            size="xs"
            isLoading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel change
          </Button>
        }
      >
        Open the link in the email we sent to this address. Until then, your current address stays
        in use.
      </Alert>
      <FailureAlert error={cancel.error} title="Your email change was not cancelled." />
    </>
  )
}

function EmailForm({ confirmation }: { confirmation: Askable }) {
  const { form, change, submit } = useEmailChange(confirmation)
  const { errors, isDirty, isSubmitted } = form.formState
  const isShownAtField = hasCode(change.error, 'password-wrong', 'code-wrong', 'email-taken')
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <TextField
        label="New email"
        hint="We’ll send a link to this address. Open the link to confirm the change."
        type="email"
        autoComplete="email"
        {...field(form, 'email')}
      />
      {confirmation !== 'nothing' && (
        <PasswordField label="Your password" {...field(form, 'password')} />
      )}
      {confirmation === 'password-and-code' && <StepField {...field(form, 'step')} />}
      <FailureAlert
        error={isShownAtField ? null : change.error}
        title="Your email address was not changed."
      />
      <SaveRow label="Change email" isSaving={change.isPending} {...{ errors, isSubmitted }} />
      <UnsavedGuard isDirty={isDirty} what="your email" />
    </form>
  )
}

function useEmailChange(confirmation: Askable) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(valuesFor(confirmation)),
    mode: 'onTouched',
    defaultValues: { email: '', password: '', step: '' },
  })
  const change = useMutation({
    ...api.account.requestEmailChange.mutation(),
    onSuccess: async () => {
      form.reset()
      await queryClient.invalidateQueries({ queryKey: api.account.me.key })
    },
    onError: showError,
  })
  const submit = form.handleSubmit(({ email, password, step }) =>
    change.mutate({
      body: {
        email,
        back_to: settingsPageAt(location.pathname),
        ...onlyNeeded({ password, ...stepOf(step) }, confirmation),
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

function valuesFor(confirmation: Askable) {
  return z.object({
    email: Email,
    password: confirmation === 'nothing' ? z.string() : Password,
    step: typedStep(confirmation === 'password-and-code'),
  })
}
