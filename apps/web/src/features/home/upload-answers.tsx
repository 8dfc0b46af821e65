import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Whose } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { formatSize, tooLargeFile } from 'contract/file-size'
import { AnswerFaults, ANSWERS_BYTES } from 'contract/questions'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { ApiError } from '#core/api-error.ts'
import { dataAddressOf } from '#core/files.ts'
import { showSuccess } from '#core/toast.ts'
import { FaultTable } from '#support/fault-table.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { FileField } from '#ui/file-field.tsx'
import { Form } from '#ui/form.tsx'

interface UploadAnswersProps {
  year: number
  type: AssessmentType
  choice: { set: number | undefined; whose: Whose | undefined }
  onClose: () => void
}

export function UploadAnswers({ year, type, choice, onClose }: UploadAnswersProps) {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const upload = useUpload({ year, type, choice, onClose })
  const found = faultsIn(upload.error)
  return (
    <Dialog
      open
      isWide={found !== null}
      isBusy={upload.isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Upload answers"
      description="Answers, reasons and notes in the workbook are saved together. If a row has an error, nothing is saved."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="upload-answers" isLoading={upload.isPending}>
            {upload.isPending ? 'Uploading' : 'Upload answers'}
          </Button>
        </>
      }
    >
      <Form
        id="upload-answers"
        onSubmit={() => {
          setMissing(file === null)
          if (file) upload.mutate(file)
        }}
      >
        <FileField
          label="Workbook"
          hint="Choose the workbook that you downloaded here and filled in (up to 5 MB)."
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          file={file}
          size={file ? formatSize(file.size) : undefined}
          onFile={(chosen) => {
            upload.reset()
            setMissing(false)
            setFile(chosen)
          }}
          error={isMissing ? 'Choose a workbook' : messageOf(upload.error)}
        />
      </Form>
      {found && (
        <>
          <Alert
            isLive
            variant="destructive"
            title={plural(found.fault_count, { one: '# error.', other: '# errors.' })}
          >
            Nothing was saved. Fix the workbook, then upload it again.
          </Alert>
          <FaultTable faults={found.faults} count={found.fault_count} />
        </>
      )}
    </Dialog>
  )
}

function useUpload({ year, type, choice, onClose }: UploadAnswersProps) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > ANSWERS_BYTES) throw new Error(tooLargeFile(ANSWERS_BYTES))
      const [, base64 = ''] = (await dataAddressOf(file)).split(',')
      return await api.questions.answer.call({ body: { year, type, ...choice, file: base64 } })
    },
    onSuccess: async ({ statements }) => {
      await Promise.all(
        [api.assessments.overview.key, api.assessments.quiz.key].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      showSuccess(
        statements === 0
          ? 'The workbook has no changes'
          : plural(statements, {
              one: 'Changes to # statement saved',
              other: 'Changes to # statements saved',
            }),
      )
      onClose()
    },
  })
}

function faultsIn(error: Error | null) {
  return error instanceof ApiError ? (AnswerFaults.safeParse(error.details).data ?? null) : null
}

/** Of everything but errors in rows. */
function messageOf(error: Error | null) {
  if (error === null || faultsIn(error) !== null) return undefined
  return (error instanceof ApiError && error.fields['file']) || error.message
}
