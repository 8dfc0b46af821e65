import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContentExport } from 'contract/content-exports'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { exportQuery, saveExport } from '#features/content/exchange/follow-export.ts'
import { type ExportWait, useExport } from '#features/content/exchange/use-export.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { counted, type Edition } from './edition-labels.ts'

interface ExportDialogProps {
  edition: Edition
  wait: ExportWait
  onClose: () => void
}

const GO_ON = ' You can close this and go on: you are told when the file is ready.'
const FORMATS = { xlsx: 'workbook', json: 'JSON file' }

interface ExportStateProps extends Pick<ContentExport, 'name' | 'status'> {
  error: Error | null
}

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
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Retire version ${version}?`}
      description={retiredWords(edition)}
      actionLabel={`Retire version ${version}`}
      mutation={retire}
      failure="It was not retired."
    />
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
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete this ${what}?`.replace('this version', 'version')}
      description={deletedWords(edition)}
      actionLabel={`Delete ${what}`}
      mutation={remove}
      failure="It was not deleted."
    />
  )
}

function deletedWords({ title, version, status, isTemplate }: Edition) {
  if (status === 'draft')
    return `All that is written in version ${version} of “${title}” is lost. Published versions stay.`
  const condition = isTemplate ? 'no organisation has a copy of it' : 'nobody has ever used it'
  return `Version ${version} of “${title}” cannot be brought back. It is deleted only if ${condition}.`
}

function ExportDialog({ edition, wait, onClose }: ExportDialogProps) {
  const [{ asked, format }, setWait] = useState(wait)
  const { data = asked, error } = useQuery(exportQuery(asked.id))
  const again = useExport(edition, setWait)
  const save = useMutation({ mutationFn: () => saveExport(asked), onSuccess: onClose })
  const status = error ? 'failed' : data.status
  const onAgain = () =>
    again.mutate(format, { onSuccess: (made) => made.status === 'ready' && onClose() })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Export “${edition.title}”`}
      description={`Version ${edition.version}, as a ${FORMATS[format]}.${status === 'making' ? GO_ON : ''}`}
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
      <ExportState name={asked.name} status={status} error={error} />
      <FailureAlert error={save.error} title="It was not downloaded." />
    </Dialog>
  )
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
          title={error ? 'Nothing was heard of the file.' : 'The file was not made.'}
        >
          {error?.message ?? 'The fault is on our side.'}
        </Alert>
      )}
    </>
  )
}
