import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { api } from '#core/api.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { TextField } from '#ui/text-field.tsx'

interface SingleSignOnProps {
  redirect: string | undefined
  /** The one way in here, so its button is the main one. */
  isOnly: boolean
}

/** One connection: its button. Several: the e-mail address says which. */
export function SingleSignOn({ redirect, isOnly }: SingleSignOnProps) {
  const { data, error, refetch } = useQuery(api.sso.connections.query())
  const [isAsking, setAsking] = useState(false)
  const variant = isOnly ? 'primary' : 'outline'
  const label = 'Continue with single sign-on'
  if (error) {
    return (
      <ErrorPanel title="Single sign-on could not be loaded" onRetry={() => void refetch()}>
        Check the connection and try again.
      </ErrorPanel>
    )
  }
  const [only, ...others] = data?.connections ?? []
  if (isAsking) return <AskForDomain redirect={redirect} />
  if (only && others.length === 0) {
    return (
      <Button asChild variant={variant} size="lg" className="mt-6 w-full" icon={<KeyRound />}>
        <a href={addressOf(only.domain, redirect)}>{label}</a>
      </Button>
    )
  }
  return (
    <Button
      variant={variant}
      size="lg"
      className="mt-6 w-full"
      icon={<KeyRound />}
      onClick={() => setAsking(true)}
    >
      {label}
    </Button>
  )
}

function AskForDomain({ redirect }: { redirect: string | undefined }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form noValidate className="mt-6 space-y-5" onSubmit={submit}>
      <TextField
        label="Work email"
        hint="It tells us where you sign in."
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" size="lg" className="w-full" icon={<KeyRound />}>
        Continue with single sign-on
      </Button>
    </form>
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const domain = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/.exec(email.trim())?.[1]
    if (domain === undefined) setError('Enter a full address, for example finance@example.org')
    else location.assign(addressOf(domain, redirect))
  }
}

function addressOf(domain: string, redirect: string | undefined) {
  const search = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`
  return `/auth/sso/${encodeURIComponent(domain.toLowerCase())}${search}`
}
