import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router'
import type { AttemptsLeft } from 'contract/errors'
import type { MfaBody } from 'contract/mfa'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { asKnownDevice } from '#core/known-device.ts'
import { mfaSignIn } from '#core/session.ts'
import { someText } from '#core/lenient.ts'
import { showFailure } from '#core/toast.ts'
import { useGoOn } from '#support/use-go-on.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

interface CodeFormProps {
  /** The user has no device and enters a recovery code. */
  isLost: boolean
  /** The user switched to this form. */
  hasFocus: boolean
  isPending: boolean
  isWrong: boolean
  onCode: (step: { code: string } | { recovery_code: string }) => Promise<unknown>
}

export const Route = createFileRoute('/_auth/mfa')({
  validateSearch: readSearch,
  beforeLoad: async ({ search }) => {
    if (!(await mfaSignIn()).continueMfaSignIn())
      throw redirect({ to: '/login', search: redirectOf(search) })
  },
  onError: () => {
    throw redirect({ to: '/login' })
  },
  head: () => ({ meta: [{ title: 'Enter your code' }] }),
  component: MfaPage,
})

interface MfaSearch {
  email: string
  redirect?: string | undefined
}

function MfaPage() {
  const search = Route.useSearch()
  const [isLost, setLost] = useState(false)
  const [hasSwitched, setSwitched] = useState(false)
  const verify = useVerify(search)
  const isWrong = hasCode(verify.error, 'code-wrong', 'invalid-input')
  useEffect(() => void mfaSignIn().then(({ prepareReload }) => prepareReload()), [])
  return (
    <>
      <Link
        to="/login"
        search={redirectOf(search)}
        className="inline-flex min-h-11 items-center gap-2.5 text-16 hover:underline"
      >
        <ArrowLeft className="size-4.5 stroke-[1.75]" />
        Back to sign in
      </Link>
      <h1 tabIndex={-1} className="mt-4 text-33 font-semibold">
        {isLost ? 'Enter a recovery code' : 'Enter your code'}
      </h1>
      <p className="mt-3 mb-7 text-subtle-foreground">
        {isLost
          ? 'Enter one of the recovery codes you saved for '
          : 'Enter the 6-digit code from your authenticator app for '}
        <strong className="font-semibold break-words text-foreground">{search.email}</strong>.
      </p>
      <FailureAlert
        error={isWrong ? null : verify.error}
        title="We could not sign you in."
        className="mb-5"
      />
      <CodeForm
        key={String(isLost)}
        isLost={isLost}
        hasFocus={hasSwitched}
        isPending={verify.isPending}
        isWrong={isWrong}
        onCode={(body) => verify.mutateAsync({ body })}
      />
      <p className="mt-6 text-15 text-subtle-foreground">
        {isLost ? 'Do you have your device with you? ' : 'Lost your device? '}
        <button type="button" className="link py-2 font-medium" onClick={swap}>
          {isLost ? 'Use a code from your app' : 'Use a recovery code'}
        </button>
      </p>
    </>
  )

  function swap() {
    verify.reset()
    setLost(!isLost)
    setSwitched(true)
  }
}

function useVerify(search: MfaSearch) {
  const goOn = useGoOn()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: { body: MfaBody }) => api.mfa.verify.call(input, asKnownDevice()),
    onSuccess: ({ token }) => goOn(token, search.redirect),
    onError: async (error) => {
      if (!hasCode(error, 'signed-out') && !isLastAttempt(error)) return
      showFailure(
        'Sign in again',
        isLastAttempt(error)
          ? 'You entered five wrong codes.'
          : 'Your sign-in took too long, or you entered too many wrong codes.',
      )
      await navigate({ to: '/login', search: redirectOf(search) })
    },
  })
}

function isLastAttempt(error: unknown) {
  return hasCode(error, 'code-wrong') && (error.details as AttemptsLeft).attempts_left === 0
}

function readSearch(search: Record<string, unknown>): MfaSearch {
  const email = someText(search.email)
  if (email === undefined || !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email))
    throw new Error('We can’t tell which account you’re using. Sign in again.')
  return { email, ...redirectOf({ redirect: someText(search.redirect) }) }
}

function redirectOf({ redirect }: { redirect?: string | undefined }) {
  return redirect === undefined ? {} : { redirect }
}

function CodeForm({ isLost, hasFocus, isPending, isWrong, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  return (
    <Form className="space-y-6" onSubmit={submit}>
      {isLost ? (
        <TextField
          ref={field}
          label="Recovery code"
          hint="12 letters and numbers. Each code works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          value={code}
          onChange={(event) => change(event.target.value)}
          error={errorOf()}
        />
      ) : (
        <CodeField
          ref={field}
          data-page-focus
          label="6-digit code"
          value={code}
          onValueChange={change}
          onComplete={send}
          error={errorOf()}
        />
      )}
      <Button type="submit" size="lg" className="w-full" isLoading={isPending}>
        {isPending ? 'Verifying' : 'Verify'}
      </Button>
    </Form>
  )

  function change(typed: string) {
    setMissing(false)
    setCode(typed)
  }

  function submit() {
    if (isLost ? code.trim() === '' : code.length < 6) setMissing(true)
    else send(code)
  }

  /** A wrong recovery code stays in the field, so that the user can compare it. */
  function send(typed: string) {
    if (isLost) onCode({ recovery_code: typed }).catch(() => undefined)
    else onCode({ code: typed }).catch(() => setCode(''))
  }

  function errorOf() {
    if (isLost) {
      if (isMissing) return 'Enter one of your recovery codes'
      return isWrong
        ? 'This code is wrong or has already been used. Enter another code.'
        : undefined
    }
    if (isMissing) return 'Enter the 6-digit code from your app'
    return isWrong && code === ''
      ? 'This code is wrong or has already been used. Enter another code.'
      : undefined
  }
}
