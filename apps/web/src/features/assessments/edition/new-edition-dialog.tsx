import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { formatList, plural } from 'rules/plural'
import { showSuccess } from '#core/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { sendFirst } from '#features/assessments/outbox/send-first.ts'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'
import { useOverviewSearch } from '#features/assessments/player/use-overview-search.ts'

type Edition = NonNullable<Overview['new_edition']>

interface NewEditionDialogProps {
  edition: Edition
  assessmentId: number
  assessment: Parameters<typeof useOverviewSearch>[0]
  onClose: () => void
}

export function NewEditionDialog(props: NewEditionDialogProps) {
  const { edition, onClose } = props
  const move = useAcceptEdition(props)
  return (
    <Dialog
      open
      isBusy={move.isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`What changed in version ${edition.version}`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Not now</Button>
          </DialogClose>
          <Button isLoading={move.isPending} onClick={() => move.mutate()}>
            Move to version {edition.version}
          </Button>
        </>
      }
    >
      {edition.what_changed && (
        <p className="border-l-3 border-primary-ui pl-4 text-16 whitespace-pre-line wrap-anywhere">
          {edition.what_changed}
        </p>
      )}
      <ul className="list-disc space-y-1.5 pl-5 text-15">
        {changesText(edition).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {move.error && (
        <Alert variant="destructive" isLive title="You are still using the earlier version.">
          {move.error.message}
        </Alert>
      )}
    </Dialog>
  )
}

function changesText({ added, changed, to_confirm = changed, removed, ...edition }: Edition) {
  return [
    'You keep your answers and notes for unchanged statements.',
    ...textIfAny(to_confirm, {
      one: '# statement has changed. If you have answered it, confirm your answer.',
      other: '# statements have changed. If you have answered them, confirm your answers.',
    }),
    ...textIfAny(changed - to_confirm, {
      one: 'Details of # statement have changed, such as guidance or scope level. If you have answered it, your answer stays, but may now require a note.',
      other:
        'Details of # statements have changed, such as guidance or scope level. If you have answered them, your answers stay, but may now require a note.',
    }),
    ...textIfAny(added, {
      one: '# statement is new. Answer it.',
      other: '# statements are new. Answer them.',
    }),
    ...textIfAny(removed, {
      one: '# statement was removed. Any answer to it no longer counts.',
      other: '# statements were removed. Any answers to them no longer count.',
    }),
    ...droppedText(edition),
    'Existing reports don’t change.',
  ]
}

/** What was chosen and isn't there any more, and what that comes to. */
function droppedText({ dropped = [], scope }: Pick<Edition, 'dropped' | 'scope'>) {
  if (dropped.length === 0) return []
  const gone = `You chose ${formatList(dropped.map(isolated))}, which this version no longer has.`
  if (scope === undefined) return [gone]
  const then =
    scope === '' ? 'All statements will apply.' : `Your scope will be ${isolated(scope)}.`
  return [`${gone} ${then} You can change the scope later.`]
}

function textIfAny(count: number, forms: Parameters<typeof plural>[1]) {
  return count === 0 ? [] : [plural(count, forms)]
}

function useAcceptEdition({ edition, assessmentId, assessment, onClose }: NewEditionDialogProps) {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = useOverviewSearch(assessment)
  return useMutation({
    mutationFn: async () => {
      // Waiting answers belong to the previous version, so they are sent first.
      await sendFirst(outbox, assessmentId)
      await api.assessments.acceptEdition.call({
        params: { id: assessmentId },
        body: { content_set_id: edition.content_set_id },
      })
    },
    onSuccess: async () => {
      onClose()
      showSuccess(`You are now using version ${edition.version}`)
      await navigate({ to: '/', search })
      queryClient.removeQueries({ queryKey: api.assessments.quiz.key })
      await queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
    },
  })
}
