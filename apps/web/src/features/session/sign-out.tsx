import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { whatIsUnsaved, type Waiting } from '#core/before-sign-out.ts'
import { hasSession, logout } from '#core/session.ts'
import { draftCopiesOf, forgetDraftCopies, signedInId } from '#core/personal-store.ts'
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
    >
      {waiting?.places?.map(({ title, path }) => (
        <Link key={path} to={path} className="link self-start" onClick={() => setWaiting(null)}>
          Open “{title}”
        </Link>
      ))}
    </AlertDialog>
  )
  return { signOut, dialog }

  async function signOut() {
    const unsaved = (await whatIsUnsaved()) ?? (await whatIsKept())
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

const UNKNOWN: Waiting = {
  title: 'There may be changes that are not saved yet',
  description:
    'They are kept on this device only as long as you are signed in, and cannot be looked at without a connection. Signing out removes them. Sign out all the same?',
}

/** Of pages that are closed, or open in another tab. */
async function whatIsKept() {
  const whose = signedInId()
  const stored = await indexedDB.databases().catch(() => [])
  if (whose === null || !stored.some(({ name }) => name === draftCopiesOf(whose))) return null
  return await import('./kept-words.ts')
    .then(({ keptWords }) => keptWords(whose))
    .catch(() => UNKNOWN)
}
