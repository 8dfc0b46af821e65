import { plural } from '#core/plural.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TermsDraft, TermsVersions } from 'contract/terms-editing'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { showSuccess } from '#core/toast.ts'
import { userQuery } from '#features/session/user.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'

interface PublishDialogProps {
  draft: TermsDraft
  next: number
  people: number
  onClose: () => void
  onDone: (answer: TermsVersions) => void
  /** Resolves to whether another user was first; the page then shows the conflict. */
  onError: (error: Error) => Promise<boolean>
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
        one: '# user, including you, must accept them before continuing.',
        other: '# users, including you, must accept them before continuing.',
      })
    : 'Users don’t have to accept the terms again.'
  return `${start} ${acceptance} You can’t change or withdraw a published version.`
}
