import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isOffline } from '#core/api-error.ts'
import { suspensionOf } from '#core/suspension.ts'
import { LazySuspendedPage } from './lazy-suspended-page.tsx'

/**
 * Instead of everything, when the application cannot start: most often the address is no organisation's.
 * It uses no part of the interface, so that it shows whatever else is missing.
 */
export function StartupFailure({ error }: ErrorComponentProps) {
  const suspended = suspensionOf(error)
  if (suspended) {
    return (
      <Suspense>
        <LazySuspendedPage suspended={suspended} />
      </Suspense>
    )
  }
  return (
    <main className="mx-auto flex min-h-dvh max-w-[34rem] flex-col items-start justify-center gap-3 px-6">
      <h1 className="text-28 font-semibold">This page cannot be shown</h1>
      <p className="text-18 text-subtle-foreground">
        {isOffline(error)
          ? error.message
          : 'You tried to open a page that does not exist or that cannot be accessed. If you think it should be there, contact support.'}
      </p>
      <button type="button" className="link min-h-11" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  )
}
