import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AssessmentType } from 'contract/fields'
import type { Overview } from 'contract/assessments'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { useTenant } from '#features/session/tenant.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { untilSent } from './until-sent.ts'
import { useOutbox } from './use-outbox.ts'

type Edition = NonNullable<Overview['new_edition']>

interface NewEditionDialogProps {
  edition: Edition
  assessmentId: number
  search: { year: number; type: AssessmentType }
  onClose: () => void
}

export function NewEditionDialog(props: NewEditionDialogProps) {
  const { edition, onClose } = props
  const move = useMove(props)
  return (
    <Dialog
      open
      isBusy={move.isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`What changed in version ${edition.version}`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Stay for now</Button>
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
        {consequences(edition).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {move.error && (
        <Alert variant="destructive" isLive title="You are still on your version.">
          {move.error.message}
        </Alert>
      )}
    </Dialog>
  )
}

function consequences({ added, changed, removed }: Edition) {
  return [
    'Your answers and notes to unchanged statements carry over.',
    ...when(changed, 'changed: your answers there are marked to confirm.'),
    ...when(added, 'added, to be answered.'),
    ...when(removed, 'removed: their answers no longer count.'),
    'Reports that are made already stay as they are.',
  ]
}

function when(count: number, words: string) {
  if (count === 0) return []
  return [count === 1 ? `1 statement is ${words}` : `${count} statements are ${words}`]
}

const A_WHILE = 10_000

function useMove({ edition, assessmentId, search, onClose }: NewEditionDialogProps) {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tenant = useTenant()
  return useMutation({
    mutationFn: async () => {
      // What waits here was given to statements of the version before.
      outbox.kick()
      if (!(await untilSent(outbox.state, assessmentId, AbortSignal.timeout(A_WHILE))))
        throw new Error('Some of your answers are not saved yet. Move when they are.')
      await api.assessments.acceptEdition.call({
        params: { id: assessmentId },
        body: { content_set_id: edition.content_set_id },
      })
    },
    onSuccess: async () => {
      onClose()
      showToast({ variant: 'success', title: `You are on version ${edition.version} now` })
      await navigate({
        to: '/',
        search: {
          ...(search.year !== tenant.year && { year: search.year }),
          ...(search.type !== 'self_assessment' && { type: search.type }),
        },
      })
      queryClient.removeQueries({ queryKey: api.assessments.quiz.key })
      await queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
    },
  })
}
