import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TermsDraft, TermsVersions } from 'contract/terms-editing'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { plural } from 'rules/plural'
import { formatDate } from '#core/time.ts'
import { showSuccess, showToast } from '#core/toast.ts'
import { useHeadingNext } from '#ui/use-heading-next.ts'
import { userQuery } from '#core/user.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'

interface OfDraft {
  draft: TermsDraft
  next: number
  /** Resolves to whether another user was first; the page then shows the conflict. */
  onError: (error: Error) => Promise<boolean>
}

interface PublishDialogProps extends OfDraft {
  people: number
  onClose: () => void
  onDone: (answer: TermsVersions) => void
}

export function PublishDialog({ draft, next, people, onClose, ...then }: PublishDialogProps) {
  const queryClient = useQueryClient()
  const publish = useMutation({
    mutationFn: () => api.termsEditing.publish.call({ body: { version: draft.version } }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(api.termsEditing.versions.query().queryKey, answer)
      then.onDone(answer)
      onClose()
      showSuccess(`Version ${next} published`)
      // The publisher also has to accept the new version.
      await queryClient.invalidateQueries({ queryKey: api.terms.current.key })
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    },
    onError: async (error) => {
      if (await then.onError(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Publish version ${next} of the terms?`}
      description={consequenceOf(draft, people)}
      actionLabel={`Publish version ${next}`}
      actionVariant="primary"
      mutation={publish}
      failure="The version was not published."
    />
  )
}

function consequenceOf({ must_accept, effective_on }: TermsDraft, people: number) {
  const start =
    effective_on === null
      ? 'The new terms take effect immediately.'
      : `The new terms take effect on ${formatDate(`${effective_on}T12:00:00Z`)}.`
  const acceptance = must_accept
    ? plural(people, {
        one: 'You must then accept the terms before you can continue.',
        other: '# users, including you, must then accept the terms before they can continue.',
      })
    : 'Users don’t have to accept the terms again.'
  return `${start} ${acceptance} You can’t change or withdraw a published version.`
}

export function DiscardDraft({ draft, next, onDone, onError }: OfDraft & { onDone: () => void }) {
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
