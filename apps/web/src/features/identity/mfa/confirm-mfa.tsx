import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MfaSecret } from 'contract/mfa'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { hasCode } from '#core/api-error.ts'
import { setMfaEnabled } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Form } from '#ui/form.tsx'
import { takeFocus } from '#ui/take-focus.ts'

const QrCode = lazyPart(() => import('#ui/qr-code.tsx'), 'QrCode')

interface ConfirmMfaProps {
  secret: MfaSecret
  onConfirmed: (codes: string[]) => void
  onCancel: (() => void) | undefined
}

export function ConfirmMfa({ secret, onConfirmed, onCancel }: ConfirmMfaProps) {
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const queryClient = useQueryClient()
  const confirm = useMutation({
    ...api.mfa.confirm.mutation(),
    onSuccess: ({ recovery_codes }) => {
      setMfaEnabled(queryClient, true)
      onConfirmed(recovery_codes)
    },
    onError: () => setCode(''),
  })
  const isWrong = hasCode(confirm.error, 'code-wrong')
  return (
    <Form className="space-y-6" onSubmit={submit}>
      <AppSecret secret={secret} />
      <div className="max-w-106">
        <CodeField
          label="6-digit code from the app"
          value={code}
          onValueChange={change}
          onComplete={send}
          error={errorOf()}
        />
      </div>
      <FailureAlert
        error={isWrong ? null : confirm.error}
        title="Two-step verification was not turned on."
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isLoading={confirm.isPending}>
          Turn on
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )

  function change(digits: string) {
    setShort(false)
    setCode(digits)
  }

  function submit() {
    if (code.length < 6) setShort(true)
    else send(code)
  }

  function send(digits: string) {
    confirm.mutate({ body: { code: digits } })
  }

  function errorOf() {
    if (isShort) return 'Enter the 6-digit code from your app'
    return isWrong && code === ''
      ? 'This code is wrong or has already been used. Check that your device shows the right time, then enter a new code.'
      : undefined
  }
}

function AppSecret({ secret: { secret, uri } }: { secret: MfaSecret }) {
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className="measure text-15 text-subtle-foreground">
        Scan this QR code with an authenticator app on your phone, or enter the key in the app. Then
        enter the code that the app shows.
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <Suspense fallback={<div className="size-48 rounded-lg border bg-muted" />}>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Suspense>
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-15 font-medium">Can’t scan? Enter this key</p>
          <code className="mt-1 block font-mono text-16 leading-7 break-words">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </div>
      </div>
    </>
  )
}
