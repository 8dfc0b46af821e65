import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '#core/can.ts'
import { SignOutButton } from '#features/session/sign-out.tsx'
import { useUser } from '#features/session/user.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { AdminFrame } from './admin-frame.tsx'

/** The not-found view of the admin area, with the admin frame for users who may enter it. */
export function OopsNotFound() {
  if (can(useUser(), 'access-to-admin-area')) {
    return (
      <AdminFrame>
        <Oops />
      </AdminFrame>
    )
  }
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      <Oops>
        <SignOutButton />
      </Oops>
    </main>
  )
}

export function Oops({ children }: { children?: ReactNode }) {
  return (
    <EmptyState
      headingLevel={1}
      title="Oops! Page Not Found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild variant="outline">
            <Link to="/">Return to Home</Link>
          </Button>
          {children}
        </div>
      }
    >
      The page you&apos;re looking for doesn&apos;t exist.
    </EmptyState>
  )
}
