import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { api } from '#core/api.ts'
import { field, isShownAtField, showFieldErrors } from '#core/field-errors.ts'
import { asKnownDevice } from '#core/known-device.ts'
import { lazyCheck } from '#core/lazy-check.ts'
import { showSuccess } from '#core/toast.ts'
import { NewPasswordField } from '#features/identity/new-password-field.tsx'
import { requirePasswords } from '#features/identity/registration/registration-guards.ts'
import { LinkFailure } from '#features/identity/registration/link-failure.tsx'
import { LinkGate } from '#features/identity/registration/link-gate.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

export const Route = createFileRoute('/_auth/forgot-password/$signature')({
  beforeLoad: requirePasswords,
  head: () => ({ meta: [{ title: 'Choose a new password' }] }),
  component: ResetPage,
})

function ResetPage() {
  const params = Route.useParams()
  return (
    <LinkGate
      check={api.registration.checkReset.query({ params })}
      again="/forgot-password"
      otherwise="Opening this link has not changed your password."
    >
      {(email) => <ResetForm email={email} signature={params.signature} />}
    </LinkGate>
  )
}

const FIELDS = ['password'] as const
const checkReset = lazyCheck(async () => (await import('contract/registration')).ResetBody)

function ResetForm({ email, signature }: { email: string; signature: string }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: checkReset,
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const reset = useMutation({
    mutationFn: (body: { password: string }) =>
      api.registration.reset.call({ params: { signature }, body }, asKnownDevice()),
    onSuccess: async () => {
      await navigate({ to: '/login', replace: true })
      showSuccess('Password changed', 'Sign in with your new password.')
    },
    onError: (error) => void showFieldErrors(error, FIELDS, form.setError),
  })
  const typed = useWatch({ control: form.control, name: 'password' })
  return (
    <>
      <h1 tabIndex={-1} className="text-33 font-semibold">
        Choose a new password
      </h1>
      <p className="mt-3 text-16 text-subtle-foreground">
        Setting a new password signs you out on all devices. Sign in again with the new password.
      </p>
      <form
        noValidate
        className="mt-6 space-y-6"
        onSubmit={(event) => void form.handleSubmit((body) => reset.mutate(body))(event)}
      >
        <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
        <NewPasswordField
          label="New password"
          typed={typed}
          person={{ email, name: '' }}
          {...field(form, 'password')}
        />
        <LinkFailure
          error={isShownAtField(reset.error, FIELDS) ? null : reset.error}
          title="Your password was not changed."
          again="/forgot-password"
        />
        <Button
          type="submit"
          size="lg"
          className="w-full"
          isLoading={reset.isPending || form.formState.isSubmitting}
        >
          {reset.isPending ? 'Setting your password' : 'Set new password'}
        </Button>
      </form>
    </>
  )
}
