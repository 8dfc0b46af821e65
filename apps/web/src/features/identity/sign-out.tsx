import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { hasSession, logout, signedInId } from '#core/session.ts'
import {
  deleteCopies,
  hasCopies,
  type UnsavedChanges,
  unsavedOnOpenPages,
} from '#core/unsaved/sign-out.ts'
import { hasIdentity } from './oidc/has-identity.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

/**
 * Signs out; asks first if there are unsaved changes on this device. Render `dialog` outside of menus. `end` ends one
 * session or all.
 */
export function useSignOut(end: () => Promise<void> = logout) {
  const [unsaved, setUnsaved] = useState<UnsavedChanges | null>(null)
  const [isLoading, setLoading] = useState(false)
  const queryClient = useQueryClient()

  const dialog = (
    <AlertDialog
      open={unsaved !== null}
      onOpenChange={(isOpen) => !isOpen && setUnsaved(null)}
      title={unsaved?.title ?? ''}
      description={unsaved?.description ?? ''}
      actionLabel="Sign out without saving"
      cancelLabel="Stay signed in"
      isLoading={isLoading}
      onAction={() => void leave()}
    >
      {unsaved?.places?.map(({ title, path }) => (
        <Link key={path} to={path} className="link self-start" onClick={() => setUnsaved(null)}>
          Open “<bdi>{title}</bdi>”
        </Link>
      ))}
    </AlertDialog>
  )
  return { signOut, dialog }

  async function signOut() {
    const found = (await unsavedOnOpenPages()) ?? (await unsavedOnOtherPages())
    if (found) setUnsaved(found)
    else await leave()
  }

  async function leave() {
    setLoading(true)
    const userId = signedInId()
    await end().finally(() => setLoading(false))
    if (userId !== null && !hasSession()) deleteCopies(userId)
    if (!hasIdentity()) return
    const { signOutOfIdentity } = await import('./oidc/sign-out-flows.ts')
    await signOutOfIdentity(queryClient)
  }
}

const UNKNOWN: UnsavedChanges = {
  title: 'You may have unsaved changes',
  description:
    'We can’t check for unsaved changes without a connection. If you sign out, you’ll lose any unsaved changes on this device.',
}

async function unsavedOnOtherPages() {
  const userId = signedInId()
  if (userId === null || !(await hasCopies(userId))) return null
  return await import('./unsaved-copies.ts')
    .then(({ unsavedCopies }) => unsavedCopies(userId))
    .catch(() => UNKNOWN)
}

export function SignOutButton() {
  const { signOut, dialog } = useSignOut()
  return (
    <>
      <Button variant="ghost" icon={<LogOut />} onClick={() => void signOut()}>
        Sign out
      </Button>
      {dialog}
    </>
  )
}
