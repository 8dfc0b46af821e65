import { can } from '#core/can.ts'
import { SignOutButton } from '#features/identity/sign-out.tsx'
import { useUser } from '#core/user.ts'
import { AdminFrame } from './admin-frame.tsx'
import { Oops } from '#support/oops.tsx'

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
