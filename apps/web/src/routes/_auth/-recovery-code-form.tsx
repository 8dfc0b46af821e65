import { useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

interface RecoveryCodeFormProps {
  isPending: boolean
  isWrong: boolean
  onCode: (step: { recovery_code: string }) => Promise<unknown>
}

export function RecoveryCodeForm({ isPending, isWrong, onCode }: RecoveryCodeFormProps) {
  const [recoveryCode, setRecoveryCode] = useState('')
  return (
    <form noValidate className="space-y-6" onSubmit={submit}>
      <TextField
        label="Recovery code"
        hint="Twelve letters and figures. Each code works once."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        value={recoveryCode}
        onChange={(event) => setRecoveryCode(event.target.value)}
        error={isWrong ? 'This code is not right, or it was used before' : undefined}
      />
      <Button type="submit" size="lg" className="w-full" isLoading={isPending}>
        {isPending ? 'Verifying' : 'Verify'}
      </Button>
    </form>
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    // What is wrong shows at the field; the typed code stays, to be compared with the list.
    onCode({ recovery_code: recoveryCode }).catch(() => undefined)
  }
}
