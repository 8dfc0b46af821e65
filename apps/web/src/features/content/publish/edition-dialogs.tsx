import { isolated } from '#core/isolated.ts'
import type { ContentExport } from 'contract/content-exports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { plural } from 'rules/plural'
import { showSuccess } from '#core/toast.ts'
import {
  exportQuery,
  type PendingExport,
  saveExport,
  useExport,
} from '#features/content/exchange/use-export.tsx'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Edition } from './edition-labels.ts'

const FORMATS = {
  xlsx: 'You’re exporting this version as a workbook.',
  json: 'You’re exporting this version as a JSON file.',
}
const CLOSE_HINT = 'You can close this dialog. We’ll tell you when the file is ready.'

export type EditionQuestion =
  | { about: 'retire' | 'delete'; edition: Edition }
  | { about: 'export'; edition: Edition; wait: PendingExport }

interface EditionDialogProps {
  question: EditionQuestion
  onClose: () => void
  onDeleted?: ((id: number) => unknown) | undefined
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
      showSuccess(`Version ${version} retired`)
      await changed()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Retire version ${version}?`}
      description={retireText(edition)}
      actionLabel={`Retire version ${version}`}
      mutation={retire}
      failure="The version was not retired."
    />
  )
}

function retireText({ title, isTemplate, assessments }: Edition) {
  if (isTemplate)
    return `You’ll no longer be able to copy “${isolated(title)}” to organisations. Existing copies don’t change.`
  return `Respondents can’t start new “${isolated(title)}” assessments with this version. ${startedText(assessments)} Reports don’t change.`
}

function startedText(assessments: number | null) {
  if (assessments === 0) return ''
  if (assessments === null) return 'Respondents can still finish assessments that use this version.'
  return plural(assessments, {
    one: 'Respondents can still finish the assessment that uses this version.',
    other: 'Respondents can still finish the # assessments that use this version.',
  })
}

function DeleteDialog({ edition, onClose, onDeleted }: OneDialogProps) {
  const { id, version, status } = edition
  const changed = useContentChanged()
  const queryClient = useQueryClient()
  const isDraft = status === 'draft'
  const remove = useMutation({
    mutationFn: () => api.editions.remove.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess(isDraft ? 'Draft deleted' : `Version ${version} deleted`)
      // Waits for the next page, so that the deleted version isn't shown again.
      await onDeleted?.(id)
      onClose()
      queryClient.removeQueries({
        queryKey: api.contentSets.get.query({ params: { id } }).queryKey,
      })
      await changed()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isDraft ? 'Delete this draft?' : `Delete version ${version}?`}
      description={deleteText(edition)}
      actionLabel={isDraft ? 'Delete draft' : `Delete version ${version}`}
      mutation={remove}
      failure={isDraft ? 'The draft was not deleted.' : 'The version was not deleted.'}
    />
  )
}

function deleteText({ title, version, status, isTemplate }: Edition) {
  if (status === 'draft')
    return `The draft of “${isolated(title)}”, version ${version}, is deleted for all authors. You can’t restore it. Published versions don’t change.`
  const condition = isTemplate
    ? 'You can delete a version only if no organisation has a copy.'
    : 'You can delete a version only if no one has used it.'
  return `You can’t restore “${isolated(title)}”, version ${version}, after deleting it. ${condition}`
}

function ExportDialog({ edition, wait, onClose }: OneDialogProps & { wait: PendingExport }) {
  const [{ started, format }, setPending] = useState(wait)
  const { data = started, error } = useQuery(exportQuery(started.id))
  const again = useExport(edition, setPending)
  const save = useMutation({ mutationFn: () => saveExport(started), onSuccess: onClose })
  const status = error ? 'failed' : data.status
  const onAgain = () =>
    again.mutate(format, { onSuccess: (made) => made.status === 'ready' && onClose() })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Export “${isolated(edition.title)}”, version ${edition.version}`}
      description={status === 'making' ? `${FORMATS[format]} ${CLOSE_HINT}` : FORMATS[format]}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Close</Button>
          </DialogClose>
          {status === 'failed' && (
            <Button isLoading={again.isPending} onClick={onAgain}>
              Try again
            </Button>
          )}
          {status === 'ready' && (
            <Button icon={<Download />} isLoading={save.isPending} onClick={() => save.mutate()}>
              Download
            </Button>
          )}
        </>
      }
    >
      <ExportState name={started.name} status={status} error={error} />
      <FailureAlert error={save.error} title="The file was not downloaded." />
    </Dialog>
  )
}

interface ExportStateProps extends Pick<ContentExport, 'name' | 'status'> {
  error: Error | null
}

function ExportState({ name, status, error }: ExportStateProps) {
  return (
    <>
      <p role="status" className="flex items-center gap-3 text-15 wrap-anywhere empty:hidden">
        {status === 'making' && <Spinner className="shrink-0" />}
        {status === 'making' && `Preparing ${name}`}
        {status === 'ready' && `${name} is ready.`}
      </p>
      {status === 'failed' && (
        <Alert
          variant="destructive"
          isLive
          title={
            error
              ? 'We couldn’t check the progress of the export.'
              : 'The file could not be created.'
          }
        >
          {error?.message ?? 'Something went wrong on our side. Try again.'}
        </Alert>
      )}
    </>
  )
}
