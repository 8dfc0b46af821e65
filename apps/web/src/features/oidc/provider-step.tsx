import { useEffect, useEffectEvent, useRef } from 'react'
import { LoggingIn } from '#features/sso/logging-in.tsx'
import { IdentityFailure } from './identity-failure.tsx'
import { useIdentityAuth } from './identity-stores.ts'

/** Runs one step of a sign-in with the provider, and shows progress or failure. */
export function ProviderStep({ run }: { run: () => Promise<unknown> }) {
  const hasStarted = useRef(false)
  const hasFailed = useIdentityAuth((state) => state.oidcError !== null)
  const start = useEffectEvent(() => void run())
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [])
  return hasFailed ? <IdentityFailure /> : <LoggingIn />
}
