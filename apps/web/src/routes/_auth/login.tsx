import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { LoginBody } from 'contract/auth'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { api } from '#core/api.ts'
import { ApiError, hasCode } from '#core/api-error.ts'
import { lenient, oneOf, someText } from '#core/lenient.ts'
import { safeRedirect } from '#core/safe-redirect.ts'
import { beginSession, isSessionExpired } from '#core/session.ts'
import { homeOf, userQuery } from '#features/session/user.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

export const Route = createFileRoute('/_auth/login')({
  validateSearch: lenient({
    redirect: someText,
    mode: oneOf(['credentials', 'sso', 'combined']),
  }),
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: LoginPage,
})

function LoginPage() {
  const login = useLogin()
  const form = useForm<LoginBody>({
    resolver: checkLogin,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <h1 tabIndex={-1} className="text-33 font-semibold">
        Sign in
      </h1>
      <SessionEnded isReplaced={login.error !== null} />
      <LoginFailure error={login.error} />
      <form
        noValidate
        className="mt-6 space-y-6"
        onSubmit={(event) => void form.handleSubmit(signIn)(event)}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          error={errors.password?.message}
          {...form.register('password')}
        />
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
      if (!hasCode(error, 'login-failed')) return
      form.resetField('password')
      form.setError('password', { message: 'Enter your password again' }, { shouldFocus: true })
    }
  }
}

/** Fetched with the first check: zod would be a seventh of the script. Without it the server checks alone. */
async function checkLogin(...form: Parameters<Resolver<LoginBody>>) {
  const check = await import('./-login-check.ts').catch(() => null)
  return check?.loginCheck(...form) ?? { values: form[0], errors: {} }
}

function useLogin() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { redirect } = Route.useSearch()
  return useMutation({
    ...api.auth.login.mutation(),
    onSuccess: async ({ token }) => {
      beginSession(token)
      const { user } = await queryClient.fetchQuery(userQuery)
      const target = safeRedirect(redirect)
      router.history.push(target === '/' ? homeOf(user) : target)
    },
  })
}

function SessionEnded({ isReplaced }: { isReplaced: boolean }) {
  const [isShown] = useState(isSessionExpired)
  if (!isShown || isReplaced) return null
  return (
    <Alert icon={<Clock />} className="mt-5">
      Your session ended. Sign in to carry on where you left off.
    </Alert>
  )
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
