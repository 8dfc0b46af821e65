import { useBlocker } from '@tanstack/react-router'
import { AlertDialog } from '#ui/alert-dialog.tsx'

/** Asks before a page with unsaved changes is left. */
export function UnsavedGuard({ isDirty, what }: { isDirty: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <AlertDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title="Leave without saving?"
      description={`Your changes to ${what} are not saved.`}
      actionLabel="Discard changes"
      cancelLabel="Keep editing"
      onAction={() => blocker.proceed?.()}
    />
  )
}
