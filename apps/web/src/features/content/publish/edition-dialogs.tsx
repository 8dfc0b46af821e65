import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { type Edition, counted } from './edition-words.ts'
import { ExportDialog } from '#features/content/exchange/export-dialog.tsx'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import type { ExportWait } from '#features/content/exchange/use-export.ts'

export type EditionQuestion =
  | { about: 'retire' | 'delete'; edition: Edition }
  | { about: 'export'; edition: Edition; wait: ExportWait }

interface EditionDialogProps {
  question: EditionQuestion
  onClose: () => void
  /** It is gone: whoever shows it goes elsewhere. */
  onDeleted?: (() => void) | undefined
}

export function EditionDialog({ question, onClose, onDeleted }: EditionDialogProps) {
  const { about, edition } = question
  if (about === 'export')
    return <ExportDialog edition={edition} wait={question.wait} onClose={onClose} />
  if (about === 'retire') return <RetireDialog edition={edition} onClose={onClose} />
  return <DeleteDialog edition={edition} onClose={onClose} onDeleted={onDeleted} />
}

interface OneDialogProps extends Omit<EditionDialogProps, 'question'> {
  edition: Edition
}

function RetireDialog({ edition, onClose }: OneDialogProps) {
  const { id, version } = edition
  const changed = useContentChanged()
  const retire = useMutation({
    mutationFn: () => api.editions.retire.call({ params: { id } }),
    onSuccess: async () => {
      showToast({ variant: 'success', title: `Version ${version} retired` })
      await changed()
      onClose()
    },
  })
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Retire version ${version}?`}
      description={retiredWords(edition)}
      actionLabel={`Retire version ${version}`}
      isLoading={retire.isPending}
      onAction={() => retire.mutate()}
    >
      <FailureAlert error={retire.error} title="It was not retired." />
    </AlertDialog>
  )
}

function retiredWords({ title, isTemplate, assessments }: Edition) {
  if (isTemplate)
    return `“${title}” cannot be copied to organisations any more. Copies that they have stay as they are.`
  return `No assessment of “${title}” can be started on it any more.${goingOn(assessments)} Its reports stay as they are.`
}

function goingOn(assessments: number | null) {
  if (assessments === 0) return ''
  if (assessments === null) return ' Assessments on it can still be finished.'
  if (assessments === 1) return ' The assessment on it can still be finished.'
  return ` The ${counted(assessments, 'assessment')} on it can still be finished.`
}

function DeleteDialog({ edition, onClose, onDeleted }: OneDialogProps) {
  const { id, version, status } = edition
  const changed = useContentChanged()
  const queryClient = useQueryClient()
  const what = status === 'draft' ? 'draft' : `version ${version}`
  const remove = useMutation({
    mutationFn: () => api.editions.remove.call({ params: { id } }),
    onSuccess: async () => {
      showToast({
        variant: 'success',
        title: `${status === 'draft' ? 'Draft' : `Version ${version}`} deleted`,
      })
      onDeleted?.()
      onClose()
      queryClient.removeQueries({
        queryKey: api.contentSets.get.query({ params: { id } }).queryKey,
      })
      await changed()
    },
  })
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete this ${what}?`.replace('this version', 'version')}
      description={deletedWords(edition)}
      actionLabel={`Delete ${what}`}
      isLoading={remove.isPending}
      onAction={() => remove.mutate()}
    >
      <FailureAlert error={remove.error} title="It was not deleted." />
    </AlertDialog>
  )
}

function deletedWords({ title, version, status, isTemplate }: Edition) {
  if (status === 'draft')
    return `All that is written in version ${version} of “${title}” is lost. Published versions stay.`
  const condition = isTemplate ? 'no organisation has a copy of it' : 'nobody has ever used it'
  return `Version ${version} of “${title}” cannot be brought back. It is deleted only if ${condition}.`
}
