import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Page, PageHead } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'
import type { IdentityClient } from './identity-client.ts'
import { useIdentityAuth, useIdentityError } from './identity-stores.ts'
import { oidcSettingsQuery } from './oidc-settings.ts'
import { openIdentity } from './open-identity.ts'

export type DebugAction = [label: string, run: () => Promise<string | void>]

interface DebugPageProps {
  title: string
  actions: DebugAction[]
  children: ReactNode
}

export function DebugPage({ title, actions, children }: DebugPageProps) {
  const { data } = useQuery(oidcSettingsQuery)
  const [running, setRunning] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const { events, note } = useIdentityEvents(Boolean(data?.provider))
  return (
    <Page className="max-w-[60rem]">
      <PageHead title={title} />
      <p className="measure text-16 text-subtle-foreground">{children}</p>
      {data?.provider === null && (
        <Alert className="mt-6">Salesforce sign-in is not set up for this address.</Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {actions.map((action) => (
          <Button
            key={action[0]}
            variant="outline"
            disabled={!data?.provider}
            isLoading={running === action[0]}
            onClick={() => void run(action)}
          >
            {action[0]}
          </Button>
        ))}
      </div>
      <output className="mt-4 block min-h-6 text-15">{outcome}</output>
      <DebugState />
      <EventLog events={events} />
    </Page>
  )

  async function run([label, action]: DebugAction) {
    setRunning(label)
    setOutcome(undefined)
    try {
      setOutcome((await action()) ?? undefined)
    } catch (error) {
      note(`${label} failed: ${error instanceof Error ? error.message : String(error)}`)
    }
    setRunning(undefined)
  }
}

function EventLog({ events }: { events: string[] }) {
  return (
    <Section id="events" title="Events" titleClassName="mt-10 text-21">
      <div role="log" aria-labelledby="events">
        <ol className="mt-3 border-t text-15">
          {events.length === 0 && <li className="py-3 text-muted-foreground">No events yet.</li>}
          {events.map((event, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a log only grows
            <li key={index} className="border-b py-2 wrap-anywhere">
              {event}
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

function useIdentityEvents(isOn: boolean) {
  const queryClient = useQueryClient()
  const [events, setEvents] = useState<string[]>([])
  useEffect(() => {
    if (!isOn) return undefined
    let stop: () => void = () => undefined
    let isOver = false
    const start = async () => {
      const client = await openIdentity(queryClient)
      if (!isOver)
        stop = listen(client, (event) => setEvents((before) => [...before, withTime(event)]))
    }
    void start()
    return () => {
      isOver = true
      stop()
    }
  }, [queryClient, isOn])
  return { events, note: (event: string) => setEvents((before) => [...before, withTime(event)]) }
}

function withTime(event: string) {
  return `${new Date().toLocaleTimeString('en-GB')} ${event}`
}

function listen({ events }: IdentityClient, note: (event: string) => void) {
  const stops = [
    events.addUserLoaded(() => note('User loaded')),
    events.addUserUnloaded(() => note('User unloaded')),
    events.addAccessTokenExpiring(() => note('Access token expiring')),
    events.addAccessTokenExpired(() => note('Access token expired')),
    events.addSilentRenewError((error) => note(`Silent renew error: ${error.message}`)),
    events.addUserSignedIn(() => note('User signed in')),
    events.addUserSignedOut(() => note('User signed out')),
    events.addUserSessionChanged(() => note('User session changed')),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Both stores, by name. Tokens are not shown, only whether they exist. */
function DebugState() {
  const auth = useIdentityAuth()
  const failure = useIdentityError()
  useEverySecond()
  const { oidcUser: user } = auth
  return (
    <div className="grid gap-x-10 md:grid-cols-2">
      <Facts
        title="Identity auth state"
        facts={[
          ['isOidcAuthenticated', String(auth.isOidcAuthenticated)],
          ['isOidcAuthenticating', String(auth.isOidcAuthenticating)],
          ['oidcError', auth.oidcError ?? 'none'],
          ['oidcUser', user === null ? 'none' : 'present'],
        ]}
      />
      <Facts
        title="Identity error store"
        facts={[
          ['error', textOf(failure.error)],
          ['errorCode', failure.errorCode ?? 'none'],
          ['tenant', failure.tenant ?? 'none'],
        ]}
      />
      {user !== null && (
        <Facts
          title="Identity user"
          facts={[
            ['id_token', presence(user.id_token)],
            ['access_token', presence(user.access_token)],
            ['refresh_token', presence(user.refresh_token)],
            ['token_type', user.token_type],
            ['scopes', user.scopes.join(', ')],
            ['expires_in', user.expires_in === undefined ? 'unknown' : `${user.expires_in} s`],
            ['expired', String(user.expired)],
          ]}
        />
      )}
    </div>
  )
}

function Facts({ title, facts }: { title: string; facts: [name: string, value: string][] }) {
  return (
    <section aria-label={title}>
      <h2 className="mt-8 text-21 font-semibold">{title}</h2>
      <dl className="mt-3 border-t text-15">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b py-2">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function useEverySecond() {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
}

function presence(token: string | null | undefined) {
  return token ? 'present' : 'none'
}

function textOf(error: unknown) {
  if (error === null) return 'none'
  return typeof error === 'string' ? error : JSON.stringify(error)
}
