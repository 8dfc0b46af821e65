import { useMutation } from '@tanstack/react-query'
import type { MfaSecret } from 'contract/mfa'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#core/api.ts'
import { field, isShownAtField, showFieldErrors } from '#core/field-errors.ts'
import { lazyCheck } from '#core/lazy-check.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { ConfirmMfa } from './confirm-mfa.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface SetUpMfaProps {
  doneLabel: string
  onDone: () => unknown
  onCancel?: (() => void) | undefined
}

/** Asks for the password and a code, then shows the recovery codes once. */
export function SetUpMfa({ doneLabel, onDone, onCancel }: SetUpMfaProps) {
  const [secret, setSecret] = useState<MfaSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} doneLabel={doneLabel} onDone={onDone} />
  if (secret) return <ConfirmMfa secret={secret} onConfirmed={setCodes} onCancel={onCancel} />
  return <StartMfa onStarted={setSecret} onCancel={onCancel} />
}

const checkPassword = lazyCheck(async () => (await import('contract/mfa')).MfaPasswordBody)

interface StartMfaProps {
  onStarted: (secret: MfaSecret) => void
  onCancel: (() => void) | undefined
}

function StartMfa({ onStarted, onCancel }: StartMfaProps) {
  const form = useForm({
    resolver: checkPassword,
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const start = useMutation({
    ...api.mfa.start.mutation(),
    onSuccess: onStarted,
    onError: (error) => showFieldErrors(error, ['password'], form.setError),
  })
  const isOpened = onCancel !== undefined
  const { setFocus } = form
  useEffect(() => {
    if (isOpened) setFocus('password')
  }, [isOpened, setFocus])
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((body) => start.mutate({ body }))(event)}
    >
      <PasswordField label="Your password" {...field(form, 'password')} />
      <FailureAlert
        error={isShownAtField(start.error, ['password']) ? null : start.error}
        title="Two-step verification could not be set up."
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isLoading={start.isPending || form.formState.isSubmitting}>
          Continue
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
