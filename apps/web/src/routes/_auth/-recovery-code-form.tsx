import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

interface RecoveryCodeFormProps {
  /** A press swapped the forms, so the focus goes on in this one. */
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
        hint="Twelve letters and figures. Each code works once."
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
    // What is wrong shows at the field; the typed code stays, to be compared with the list.
    onCode({ recovery_code: recoveryCode }).catch(() => undefined)
  }

  function errorOf() {
    if (isMissing) return 'Enter one of your recovery codes'
    return isWrong ? 'This code is not right, or it was used before' : undefined
  }
}
