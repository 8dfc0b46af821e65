import { useMutation, useQuery } from '@tanstack/react-query'
import type { ContentExport } from 'contract/content-exports'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Edition } from '#features/content/publish/edition-words.ts'
import { exportQuery, saveExport } from './follow-export.ts'
import { type ExportWait, useExport } from './use-export.ts'

interface ExportDialogProps {
  edition: Edition
  wait: ExportWait
  onClose: () => void
}

const GO_ON = ' You can close this and go on: you are told when the file is ready.'
const FORMATS = { xlsx: 'workbook', json: 'JSON file' }

export function ExportDialog({ edition, wait, onClose }: ExportDialogProps) {
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
          title={error ? 'Nothing was heard of the file.' : 'The file was not made.'}
        >
          {error?.message ?? 'The fault is on our side.'}
        </Alert>
      )}
    </>
  )
}
