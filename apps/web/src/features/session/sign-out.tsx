import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whatIsUnsaved, type Waiting } from '#core/before-sign-out.ts'
import { hasSession, logout } from '#core/session.ts'
import { forgetDraftCopies, signedInId } from '#core/personal-store.ts'
import { hasIdentity } from '#features/oidc/has-identity.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'

/**
 * Signing out; asks first when something waits on this device. Render `dialog` outside of any menu. `end` tells the
 * server: of this session, or of all.
 */
export function useSignOut(end: () => Promise<void> = logout) {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [isLoading, setLoading] = useState(false)
  const queryClient = useQueryClient()

  const dialog = (
    <AlertDialog
      open={waiting !== null}
      onOpenChange={(isOpen) => !isOpen && setWaiting(null)}
      title={waiting?.title ?? ''}
      description={waiting?.description ?? ''}
      actionLabel="Sign out without saving"
      cancelLabel="Stay signed in"
      isLoading={isLoading}
      onAction={() => void leave()}
    />
  )
  return { signOut, dialog }

  async function signOut() {
    const unsaved = await whatIsUnsaved()
    if (unsaved) setWaiting(unsaved)
    else await leave()
  }

  async function leave() {
    setLoading(true)
    const whose = signedInId()
    await end().finally(() => setLoading(false))
    if (whose !== null && !hasSession()) forgetDraftCopies(whose)
    if (!hasIdentity()) return
    const { signOutOfIdentity } = await import('#features/oidc/sign-out-flows.ts')
    await signOutOfIdentity(queryClient)
  }
}
