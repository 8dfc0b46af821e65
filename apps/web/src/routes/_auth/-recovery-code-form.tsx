import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

interface RecoveryCodeFormProps {
  /** The user switched to this form. */
  hasFocus: boolean
  isPending: boolean
  isWrong: boolean
  onCode: (step: { recovery_code: string }) => Promise<unknown>
}

export function RecoveryCodeForm({ hasFocus, isPending, isWrong, onCode }: RecoveryCodeFormProps) {
  const [recoveryCode, setRecoveryCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  return (
    <Form className="space-y-6" onSubmit={submit}>
      <TextField
        ref={field}
        label="Recovery code"
        hint="12 letters and numbers. Each code works once."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        value={recoveryCode}
        onChange={(event) => change(event.target.value)}
        error={errorOf()}
      />
      <Button type="submit" size="lg" className="w-full" isLoading={isPending}>
        {isPending ? 'Verifying' : 'Verify'}
      </Button>
    </Form>
  )

  function change(typed: string) {
    setMissing(false)
    setRecoveryCode(typed)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (recoveryCode.trim() === '') {
      setMissing(true)
      return
    }
    // The field shows the error and keeps the code, so that the user can compare it.
    onCode({ recovery_code: recoveryCode }).catch(() => undefined)
  }

  function errorOf() {
    if (isMissing) return 'Enter one of your recovery codes'
    return isWrong ? 'That code is wrong or has already been used. Try another code.' : undefined
  }
}
