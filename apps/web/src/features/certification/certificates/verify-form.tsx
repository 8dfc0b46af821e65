import { type ErrorComponentProps, useNavigate, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { sameText } from 'contract/same-text'
import { hasCode } from '#core/api-error.ts'
import { RouteError } from '#support/route-error.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

/** The length in `VERIFICATION_CODE`, without separators. */
const CHARACTERS = 12

export function VerifyForm({ before = '' }: { before?: string | undefined }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(before)
  const [wasTried, setTried] = useState(false)
  const [isChecking, setChecking] = useState(false)
  const code = sameText(typed).replaceAll(/[\s\p{Pd}]/gu, '')
  const fault = code.length === CHARACTERS ? undefined : 'Enter the 12 characters of the code'
  async function check() {
    setTried(true)
    if (fault !== undefined) return
    setChecking(true)
    await navigate({ to: '/verify/{-$code}', params: { code } })
    setChecking(false)
  }
  return (
    <Form onSubmit={() => void check()} className="flex flex-col gap-5 text-left">
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
      <Button type="submit" isLoading={isChecking}>
        Check certificate
      </Button>
    </Form>
  )
}

export function VerifyFailure(props: ErrorComponentProps) {
  const { error } = props
  const { code } = useParams({ strict: false })
  if (hasCode(error, 'not-found', 'invalid-input'))
    return (
      <Notice title="Certificate not found" action={<VerifyForm key={code} before={code} />}>
        Check that the code matches the 12 characters on the certificate. If it does, go to the
        address printed next to the code, or scan the QR code.
      </Notice>
    )
  if (hasCode(error, 'too-many-requests', 'report-altered'))
    return <Notice title="We can’t check this certificate">{error.message}</Notice>
  return <RouteError {...props} />
}

interface NoticeProps {
  title: string
  children: string
  action?: ReactNode
}

function Notice({ title, children, action }: NoticeProps) {
  return (
    <EmptyState
      headingLevel={1}
      icon={<SearchX />}
      title={title}
      action={action}
      className="min-h-[60dvh] justify-center"
    >
      {children}
    </EmptyState>
  )
}
