import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unsavedAnswers } from '#core/before-sign-out.ts'
import { logout } from '#core/session.ts'
import { hasIdentity } from '#features/oidc/has-identity.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'

/**
 * Signing out; asks first when answers wait on this device. Render `dialog` outside of any menu. `end` tells the
 * server: of this session, or of all.
 */
export function useSignOut(end: () => Promise<void> = logout) {
  const [waiting, setWaiting] = useState(0)
  const [isLoading, setLoading] = useState(false)
  const queryClient = useQueryClient()

  const dialog = (
    <AlertDialog
      open={waiting > 0}
      onOpenChange={(isOpen) => !isOpen && setWaiting(0)}
      title={waiting === 1 ? '1 answer is not saved yet' : `${waiting} answers are not saved yet`}
      description="Nobody else can see them, and they are not part of your assessment until this device is connected and you are signed in. Sign out all the same?"
      actionLabel="Sign out without saving"
      cancelLabel="Stay signed in"
      isLoading={isLoading}
      onAction={() => void leave()}
    />
  )
  return { signOut, dialog }

  async function signOut() {
    const answers = await unsavedAnswers()
    if (answers > 0) setWaiting(answers)
    else await leave()
  }

  async function leave() {
    setLoading(true)
    await end().finally(() => setLoading(false))
    if (!hasIdentity()) return
    const { signOutOfIdentity } = await import('#features/oidc/sign-out-flows.ts')
    await signOutOfIdentity(queryClient)
  }
}
