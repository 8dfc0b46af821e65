import { useEffect, useReducer } from 'react'
import { useIdentityAuth, useIdentityError } from './identity-stores.ts'

/** Both stores, by the names of the specification; of tokens only whether there are any. */
export function DebugState() {
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
