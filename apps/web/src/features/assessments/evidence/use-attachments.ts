import { isolated } from '#core/isolated.ts'
import type { Attachment } from 'contract/attachments'
import type { Quiz } from 'contract/assessments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { allows } from 'rules/assessment-status'
import { api } from '#core/api.ts'
import { openFile } from '#core/files.ts'
import { showFailure, showSuccess, showToast } from '#core/toast.ts'
import { type Upload, addUploads, cancelUpload, retryUpload, useUploads } from './uploads.ts'

const SCAN_MS = 3000

export function useAttachments(quiz: Quiz, statementId: number) {
  const { id: assessmentId, status } = quiz.assessment
  const updateCache = useUpdateCache(quiz)
  const uploads = useUploads((state) => state.uploads)
  const sending = new Set(uploads.map(({ started }) => started?.id))
  const files = quiz.attachments.filter(
    (one) => one.statement_id === statementId && !sending.has(one.id),
  )
  const isOpen = allows(status, 'answer')
  const wasRefused = uploads.some(
    (one) => one.assessmentId === assessmentId && one.remedy === 'none',
  )
  useQuizPolling(
    quiz.attachments.some((file) => file.status === 'scanning') || (isOpen && wasRefused),
  )
  useVirusNotice(quiz.attachments, isOpen)
  const remove = useMutation({
    mutationFn: ({ id }: Attachment) => api.attachments.remove.call({ params: { id } }),
    onSuccess: (_, file) => {
      updateCache(file.id, null)
      const action = { label: 'Undo', onClick: () => void restore(file).catch(showError) }
      const isWhole = ['clean', 'scanning'].includes(file.status)
      showToast({ title: `${isolated(file.file_name)} removed`, ...(isWhole && { action }) })
    },
    onError: showError,
  })

  async function restore({ id }: Attachment) {
    updateCache(id, await api.attachments.restore.call({ params: { id } }))
  }

  function onUploaded(id: number, file: Attachment | null) {
    updateCache(id, file)
    if (!file) return
    const isDone = file.status === 'clean'
    const name = isolated(file.file_name)
    showSuccess(isDone ? `${name} attached` : `${name} is being checked for viruses`)
  }

  return {
    isOpen,
    files,
    uploads: uploads.filter(
      (one) => one.assessmentId === assessmentId && one.statementId === statementId,
    ),
    add: (chosen: readonly File[]) =>
      addUploads(
        chosen.map((file) => ({
          assessmentId,
          statementId,
          file,
          started: files.find((one) => isUnfinished(one, file)),
        })),
        onUploaded,
      ),
    retry: ({ key }: Upload) => retryUpload(key, onUploaded),
    cancel: ({ key }: Upload) => {
      const started = cancelUpload(key)
      if (started) void api.attachments.remove.call({ params: { id: started.id } }).catch(() => {})
    },
    open: ({ id, file_name: name }: Attachment) => {
      api.attachments.content
        .call({ params: { id } })
        .then((file) => openFile(new File([file], name, { type: file.type })))
        .catch(showError)
    },
    remove: remove.mutate,
  }
}

/** An unfinished upload continues when the same file is chosen again. */
function isUnfinished({ status, file_name, size }: Attachment, file: File) {
  return status === 'uploading' && size === file.size && file_name === file.name
}

function showError(error: Error) {
  showFailure(error.message)
}

/** Reloads the quiz while a file is scanned, or if the assessment was closed elsewhere. */
function useQuizPolling(isWaiting: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isWaiting) return undefined
    const reload = () => void queryClient.invalidateQueries({ queryKey: api.assessments.quiz.key })
    const timer = setInterval(reload, SCAN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, queryClient])
}

function useVirusNotice(files: readonly Attachment[], isOpen: boolean) {
  const scanned = useRef(new Set<number>())
  useEffect(() => {
    for (const file of files)
      if (file.status === 'scanning') scanned.current.add(file.id)
      else if (scanned.current.delete(file.id) && file.status === 'quarantined')
        showFailure(
          `A virus was found in ${isolated(file.file_name)}`,
          `No one can open this file.${isOpen ? ' Remove it.' : ''}`,
        )
  }, [files, isOpen])
}

function useUpdateCache(quiz: Quiz) {
  const queryClient = useQueryClient()
  return (id: number, file: Attachment | null) => {
    queryClient.setQueriesData<Quiz>({ queryKey: api.assessments.quiz.key }, (shown) => {
      if (shown?.assessment.id !== quiz.assessment.id) return shown
      const others = shown.attachments.filter((one) => one.id !== id)
      const isInElement = shown.statements.some((one) => one.id === file?.statement_id)
      return { ...shown, attachments: file && isInElement ? [...others, file] : others }
    })
    void queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
  }
}
