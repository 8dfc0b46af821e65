import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TermsDraft, TermsVersions } from 'contract/terms-editing'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { showToast } from '#core/toast.ts'
import { userQuery } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'

interface PublishDialogProps {
  draft: TermsDraft
  next: number
  people: number
  isOpen: boolean
  onClose: () => void
  onDone: (answer: TermsVersions) => void
  /** Answers whether somebody else was first, which the page then says. */
  onError: (error: Error) => Promise<boolean>
}

export function PublishDialog({ draft, next, people, isOpen, ...then }: PublishDialogProps) {
  const queryClient = useQueryClient()
  const publish = useMutation({
    ...api.termsEditing.publish.mutation(),
    onSuccess: async (answer) => {
      queryClient.setQueryData(api.termsEditing.versions.query().queryKey, answer)
      then.onDone(answer)
      then.onClose()
      showToast({ variant: 'success', title: `Version ${next} published` })
      // Whoever publishes has to accept it too.
      await queryClient.invalidateQueries({ queryKey: api.terms.current.key })
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    },
    onError: async (error) => {
      if (await then.onError(error)) then.onClose()
    },
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => {
        if (open) return
        publish.reset()
        then.onClose()
      }}
      title={`Publish version ${next} of the terms?`}
      description={consequence(draft, people)}
      actionLabel={`Publish version ${next}`}
      actionVariant="primary"
      isLoading={publish.isPending}
      onAction={() => publish.mutate({ body: { version: draft.version } })}
    >
      <FailureAlert error={publish.error} title="The version was not published." />
    </AlertDialog>
  )
}

function consequence({ must_accept, effective_on }: TermsDraft, people: number) {
  const when = effective_on === null ? 'at once' : `from ${formatDate(`${effective_on}T12:00:00Z`)}`
  const who = `${people.toLocaleString('en-GB')} ${people === 1 ? 'person' : 'people'}`
  const must = must_accept
    ? `${who} must accept it before they can go on, you among them.`
    : `None of ${who} has to accept it again.`
  return `It is in force ${when}. ${must} A published version cannot be changed or taken back.`
}
