import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TermsDraft } from 'contract/terms-editing'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { useHeadingNext } from '#features/admin/use-heading-next.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'

interface DiscardDraftProps {
  draft: TermsDraft
  next: number
  onDone: () => void
  /** Resolves to whether another user's change was the reason. */
  onError: (error: Error) => Promise<boolean>
}

export function DiscardDraft({ draft, next, onDone, onError }: DiscardDraftProps) {
  const [isOpen, setOpen] = useState(false)
  useHeadingNext()
  const queryClient = useQueryClient()
  const discard = useMutation({
    mutationFn: () =>
      api.termsEditing.discardDraft.call({ query: { version: String(draft.version) } }),
    onSuccess: () => {
      queryClient.setQueryData(
        api.termsEditing.versions.query().queryKey,
        (answer) => answer && { ...answer, draft: null },
      )
      onDone()
      showToast({ title: 'Draft discarded' })
    },
    onError: async (error) => {
      if (await onError(error)) setOpen(false)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">Discard draft</Button>}
      title={`Discard the draft of version ${next}?`}
      description="The draft is deleted for all editors and can’t be restored. The current terms don’t change."
      actionLabel="Discard draft"
      mutation={discard}
      failure="The draft was not discarded."
    />
  )
}
