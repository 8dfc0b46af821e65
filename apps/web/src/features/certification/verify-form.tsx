import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

/** The length in `VERIFICATION_CODE`, without separators. */
const CHARACTERS = 12

export function VerifyForm({ before = '' }: { before?: string | undefined }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(before)
  const [wasTried, setTried] = useState(false)
  const code = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  const fault = code.length === CHARACTERS ? undefined : 'Enter all twelve characters of the code'
  function check(event: SyntheticEvent) {
    event.preventDefault()
    setTried(true)
    if (fault === undefined) void navigate({ to: '/verify/{-$code}', params: { code } })
  }
  return (
    <Form onSubmit={check} className="flex flex-col gap-5 text-left">
      <TextField
        label="Verification code"
        hint="Three groups of four characters, at the bottom of the certificate"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={wasTried ? fault : undefined}
      />
      <Button type="submit">Check certificate</Button>
    </Form>
  )
}
