import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Form } from '#ui/form.tsx'

interface MfaCodeFormProps {
  /** A press swapped the forms, so the focus goes on in this one. */
  hasFocus: boolean
  isPending: boolean
  isWrong: boolean
  onCode: (step: { code: string }) => Promise<unknown>
}

export function MfaCodeForm({ hasFocus, isPending, isWrong, onCode }: MfaCodeFormProps) {
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  return (
    <Form className="space-y-6" onSubmit={submit}>
      <CodeField
        ref={field}
        data-page-focus
        label="6-digit code"
        value={code}
        onValueChange={change}
        onComplete={(digits) => void send(digits)}
        error={errorOf()}
      />
      <Button type="submit" size="lg" className="w-full" isLoading={isPending}>
        {isPending ? 'Verifying' : 'Verify'}
      </Button>
    </Form>
  )

  function change(digits: string) {
    setShort(false)
    setCode(digits)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length < 6) setShort(true)
    else void send(code)
  }

  async function send(digits: string) {
    await onCode({ code: digits }).catch(() => setCode(''))
  }

  function errorOf() {
    if (isShort) return 'Enter the 6 digits that your app shows'
    return isWrong && code === ''
      ? 'This code is not right, or it was used before. Try the next one'
      : undefined
  }
}
