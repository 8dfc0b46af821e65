import { SIGN_IN_MODES } from 'contract/enumerations'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#core/api.ts'
import { lenient, oneOf, someText } from '#core/lenient.ts'
import { isSessionExpired } from '#core/session.ts'
import { storeLoginMode, offerOf } from '#features/identity/session/login-mode.ts'
import { useScope, useTenant } from '#core/tenant.ts'
import { Alert } from '#ui/alert.tsx'
import { PasswordSignIn } from '#features/identity/sign-in/password-sign-in.tsx'
import { SalesforceSignIn } from '#features/identity/sign-in/salesforce-sign-in.tsx'
import { SingleSignOn } from '#features/identity/sign-in/single-sign-on.tsx'

export const Route = createFileRoute('/_auth/login')({
  validateSearch: lenient({
    redirect: someText,
    mode: oneOf(SIGN_IN_MODES),
  }),
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: LoginPage,
})

function LoginPage() {
  const { redirect, mode } = Route.useSearch()
  const { sign_in_mode, is_public, is_platform } = useTenant()
  const offer = offerOf(useScope(), sign_in_mode, mode)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => storeLoginMode(offer), [offer])
  return (
    <>
      <h1 tabIndex={-1} className="text-33 font-semibold">
        Sign in
      </h1>
      <SessionEnded isReplaced={hasFailed} />
      {offer !== 'sso' && <PasswordSignIn redirect={redirect} onFailure={setFailed} />}
      {offer !== 'credentials' && <OtherMethods redirect={redirect} isOnly={offer === 'sso'} />}
      {offer !== 'sso' && is_public && (
        <p className="mt-6 text-15 text-subtle-foreground">
          No account yet?{' '}
          <Link to="/register/request" search={redirect ? { redirect } : {}} className="link">
            Request access
          </Link>
        </p>
      )}
      {/* Organisation admins can only sign in at their organisation's address. */}
      {is_platform && (
        <p className="mt-6 text-15 text-subtle-foreground">
          Organisation admins sign in at their organisation’s address, which ends in{' '}
          <span className="wrap-anywhere">.{location.host.replace(/^[^.]+\./, '')}</span>.
        </p>
      )}
    </>
  )
}

/** Shows other sign-in methods once they are known to be available. */
function OtherMethods({ redirect, isOnly }: { redirect: string | undefined; isOnly: boolean }) {
  const { data: sso, isError } = useQuery(api.sso.connections.query())
  const hasSso = isOnly || isError || Boolean(sso?.connections.length)
  const hasSalesforce = sso?.has_salesforce === true
  return (
    <>
      {!isOnly && (hasSso || hasSalesforce) && (
        <p className="my-5 flex items-center gap-4 text-15 text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          or
        </p>
      )}
      {hasSso && <SingleSignOn redirect={redirect} isOnly={isOnly} />}
      {hasSalesforce && <SalesforceSignIn redirect={redirect} />}
    </>
  )
}

function SessionEnded({ isReplaced }: { isReplaced: boolean }) {
  const [isShown] = useState(isSessionExpired)
  if (!isShown || isReplaced) return null
  return (
    <Alert icon={<Clock />} className="mt-5">
      Your session ended. Sign in to continue where you left off.
    </Alert>
  )
}
