import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { LoginBody } from 'contract/auth'
import { useForm } from 'react-hook-form'
import { field } from '#core/field-errors.ts'
import { api } from '#core/api.ts'
import { ApiError, hasCode } from '#core/api-error.ts'
import { asKnownDevice } from '#core/known-device.ts'
import { lazyCheck } from '#core/lazy-check.ts'
import { mfaSignIn } from '#core/session.ts'
import { useGoOn } from '#support/use-go-on.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

interface PasswordSignInProps {
  redirect: string | undefined
  onFailure: (hasFailed: boolean) => void
}

export function PasswordSignIn({ redirect, onFailure }: PasswordSignInProps) {
  const login = useLogin(redirect)
  const form = useForm<LoginBody>({
    resolver: checkLogin,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { isSubmitting } = form.formState
  return (
    <>
      <LoginFailure error={login.error} />
      <form
        noValidate
        className="mt-6 space-y-6"
        onSubmit={(event) => void form.handleSubmit(signIn)(event)}
      >
        <TextField label="Email" type="email" autoComplete="username" {...field(form, 'email')} />
        <PasswordField label="Password" {...field(form, 'password')} />
        <p className="-mt-3 text-right text-15">
          <Link to="/forgot-password" className="link">
            Forgot your password?
          </Link>
        </p>
        <Button type="submit" size="lg" className="w-full" isLoading={isSubmitting}>
          {isSubmitting ? 'Signing in' : 'Sign in'}
        </Button>
      </form>
    </>
  )

  async function signIn(body: LoginBody) {
    try {
      await login.mutateAsync({ body })
    } catch (error) {
      onFailure(true)
      if (!hasCode(error, 'login-failed')) return
      form.resetField('password')
      form.setError('password', { message: 'Enter your password again' }, { shouldFocus: true })
    }
  }
}

const checkLogin = lazyCheck(async () => (await import('contract/auth')).LoginBody)

function useLogin(redirect: string | undefined) {
  const goOn = useGoOn()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: { body: LoginBody }) => api.auth.login.call(input, asKnownDevice()),
    // The password and the token of the next step go with the page.
    gcTime: 0,
    onSuccess: async (answer, input) => {
      if ('token' in answer) return await goOn(answer.token, redirect)
      const { startMfaSignIn } = await mfaSignIn()
      startMfaSignIn(answer.mfa_token)
      const email = input.body.email
      await navigate({ to: '/mfa', search: redirect ? { email, redirect } : { email } })
    },
  })
}

function LoginFailure({ error }: { error: Error | null }) {
  if (error === null) return null
  const isWrong = hasCode(error, 'login-failed')
  return (
    <Alert variant="destructive" isLive className="mt-5">
      <strong className="block font-semibold">We could not sign you in</strong>
      {isWrong ? 'Check your email and password, then try again.' : textOf(error)}
    </Alert>
  )
}

function textOf(error: Error) {
  return error instanceof ApiError ? error.message : 'Try again in a moment.'
}
