import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentExport, ExportFormat } from 'contract/content-exports'
import type { ReactNode } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { fetchFile } from '#core/files.ts'
import { followFile } from '#core/follow-file.ts'
import { showToast } from '#core/toast.ts'
import { ContentText } from '#ui/content-text.tsx'
import type { CallInit } from '#core/transport.ts'
import type { Edition } from '#features/content/publish/edition-labels.ts'

export interface PendingExport {
  format: ExportFormat
  started: ContentExport
}

/** Exports an edition. A small file is saved straight away; for a large one `onPending` shows the progress. */
export function useExport(edition: Edition, onPending: (wait: PendingExport) => void) {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const params = { id: edition.id }
      const started = await api.contentExports.start.call({ params, body: { format } })
      if (started.status === 'ready') await saveExport(started)
      return started
    },
    onSuccess: (started, format) => {
      if (started.status === 'ready') return
      onPending({ format, started })
      void notifyWhenReady(queryClient, edition, started, () => start.mutate(format))
    },
    onError: ({ message }) => showFailure(message),
  })
  return start
}

async function notifyWhenReady(
  queryClient: QueryClient,
  edition: Edition,
  started: ContentExport,
  onAgain: () => void,
) {
  const { queryKey } = exportQuery(started.id)
  const finished = await followExport(queryClient, started).catch((error: Error) => error)
  const isShown = queryClient.getQueryCache().find({ queryKey })?.isActive() ?? false
  if (isShown || hasCode(finished, 'signed-out')) return
  if (finished instanceof Error || finished.status === 'failed')
    return showFailure(<Named edition={edition} />, {
      label: 'Try again',
      onClick: onAgain,
    })
  showToast({
    variant: 'success',
    title: 'Your file is ready',
    description: <Named edition={edition} />,
    action: {
      label: 'Download',
      onClick: () => void saveExport(finished).catch(({ message }: Error) => showFailure(message)),
    },
  })
}

function Named({ edition: { title, language, version } }: { edition: Edition }) {
  return (
    <>
      “<ContentText language={language}>{title}</ContentText>”, version {version}
    </>
  )
}

function showFailure(description: ReactNode, action?: { label: string; onClick: () => void }) {
  showToast({
    variant: 'destructive',
    title: 'The content set could not be exported',
    description,
    action,
  })
}

export function exportQuery(id: number) {
  return { ...api.contentExports.get.query({ params: { id } }), staleTime: 0 }
}

async function followExport(queryClient: QueryClient, started: ContentExport) {
  return await followFile(queryClient, started, exportQuery(started.id))
}

export async function saveExport(finished: ContentExport): Promise<void> {
  await fetchFile((init) => downloadExport(finished, init))
}

export async function exportToFile(queryClient: QueryClient, id: number): Promise<File> {
  const params = { id }
  const started = await api.contentExports.start.call({ params, body: { format: 'json' } })
  const finished = await followExport(queryClient, started)
  if (finished.status === 'failed') throw new Error('The file could not be created. Try again.')
  return await downloadExport(finished)
}

async function downloadExport({ id }: ContentExport, init?: CallInit): Promise<File> {
  return await api.contentExports.file.call({ params: { id } }, init)
}
