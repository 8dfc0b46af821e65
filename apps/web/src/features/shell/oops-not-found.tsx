import { Link } from '@tanstack/react-router'
import { SignOutButton } from '#features/session/sign-out-button.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** The second not-found view (the specification, section 2): the admin area's own. */
export function OopsNotFound() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      <EmptyState
        headingLevel={1}
        title="Oops! Page Not Found"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button asChild variant="outline">
              <Link to="/">Return to Home</Link>
            </Button>
            <SignOutButton />
          </div>
        }
      >
        The page you&apos;re looking for doesn&apos;t exist.
      </EmptyState>
    </main>
  )
}
