import { useEffect, useEffectEvent, useRef } from 'react'
import { LoggingIn } from '#features/identity/sign-in/logging-in.tsx'
import { SignInFailed } from '#features/identity/sign-in/sign-in-failed.tsx'
import { failureMessage } from './failure-messages.ts'
import { useIdentityAuth, useIdentityError } from './identity-stores.ts'

/** Runs one step of a sign-in with the provider, and shows progress or failure. */
export function ProviderStep({ run }: { run: () => Promise<unknown> }) {
  const hasStarted = useRef(false)
  const reason = useIdentityAuth((state) => state.oidcError)
  const { errorCode, tenant } = useIdentityError()
  const start = useEffectEvent(() => void run())
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [])
  if (reason === null) return <LoggingIn />
  const otherHost = tenant === location.hostname ? null : tenant
  return <SignInFailed reason={failureMessage(reason)} code={errorCode} otherHost={otherHost} />
}
