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
  /** Answers whether somebody else's change was the reason. */
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
      description="Its text goes for everybody who may edit it, and cannot be brought back. The terms in force stay as they are."
      actionLabel="Discard draft"
      mutation={discard}
      failure="The draft was not discarded."
    />
  )
}
