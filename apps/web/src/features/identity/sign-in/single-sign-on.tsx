import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { emailDomain } from '#core/email-domain.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Form } from '#ui/form.tsx'
import { takeFocus } from '#ui/take-focus.ts'
import { TextField } from '#ui/text-field.tsx'
import { useLeaving } from './use-leaving.ts'

interface SingleSignOnProps {
  redirect: string | undefined
  isOnly: boolean
}

/** One connection has a button; with several, the email address decides. */
export function SingleSignOn({ redirect, isOnly }: SingleSignOnProps) {
  const { data, error, refetch } = useQuery(api.sso.connections.query())
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useLeaving()
  if (error) {
    return (
      <ErrorPanel title="Single sign-on could not be loaded" onRetry={() => void refetch()}>
        Check your connection and try again.
      </ErrorPanel>
    )
  }
  const [only, ...others] = data?.connections ?? []
  const hasChoice = others.length > 0
  if (isAsking || (isOnly && hasChoice)) return <AskForDomain redirect={redirect} isOnly={isOnly} />
  const look = { ...lookOf(isOnly), className: isOnly ? 'mt-6 w-full' : 'w-full' }
  if (!only || hasChoice) {
    return (
      <Button {...look} onClick={() => setAsking(true)}>
        {LABEL}
      </Button>
    )
  }
  return (
    <Button
      {...look}
      isLoading={isLeaving}
      onClick={() => {
        setLeaving(true)
        location.assign(addressOf(only.domain, redirect))
      }}
    >
      {LABEL}
    </Button>
  )
}

const LABEL = 'Continue with single sign-on'

function lookOf(isOnly: boolean) {
  return { variant: isOnly ? 'primary' : 'outline', size: 'lg', icon: <KeyRound /> } as const
}

function AskForDomain({ redirect, isOnly }: SingleSignOnProps) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [isLeaving, setLeaving] = useLeaving()
  return (
    <Form className={cn('space-y-5', isOnly && 'mt-6')} onSubmit={submit}>
      <TextField
        label="Work email"
        hint="We use your email address to find your organisation’s sign-in page."
        type="email"
        autoComplete="email"
        ref={isOnly ? undefined : takeFocus}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" {...lookOf(isOnly)} className="w-full" isLoading={isLeaving}>
        {LABEL}
      </Button>
    </Form>
  )

  function submit() {
    const domain = emailDomain(email)
    if (domain === undefined)
      setError('Enter a full email address, for example finance@example.org')
    else {
      setLeaving(true)
      location.assign(addressOf(domain, redirect))
    }
  }
}

function addressOf(domain: string, redirect: string | undefined) {
  const search = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`
  return `/auth/sso/${encodeURIComponent(domain.toLowerCase())}${search}`
}
