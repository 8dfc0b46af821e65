import { isolated } from '#core/isolated.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentExport, ExportFormat } from 'contract/content-exports'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { fetchFile } from '#core/files.ts'
import { followFile } from '#core/follow-file.ts'
import { showToast } from '#core/toast.ts'
import type { CallInit } from '#core/transport.ts'
import type { Edition } from '#features/content/publish/edition-labels.ts'

export interface ExportWait {
  format: ExportFormat
  asked: ContentExport
}

/** Exports an edition. A small file is saved straight away; for a large one `onWait` shows the progress. */
export function useExport(edition: Edition, onWait: (wait: ExportWait) => void) {
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const params = { id: edition.id }
      const asked = await api.contentExports.start.call({ params, body: { format } })
      if (asked.status === 'ready') await saveExport(asked)
      return asked
    },
    onSuccess: (asked, format) => {
      if (asked.status === 'ready') return
      onWait({ format, asked })
      void offerLater(queryClient, edition, asked, () => start.mutate(format))
    },
    onError: ({ message }) => showFailure(message),
  })
  return start
}

async function offerLater(
  queryClient: QueryClient,
  { title, version }: Edition,
  asked: ContentExport,
  onAgain: () => void,
) {
  const { queryKey } = exportQuery(asked.id)
  const made = await followExport(queryClient, asked).catch((error: Error) => error)
  const isShown = queryClient.getQueryCache().find({ queryKey })?.isActive() ?? false
  if (isShown || hasCode(made, 'signed-out')) return
  if (made instanceof Error || made.status === 'failed')
    return showFailure(`“${isolated(title)}”, version ${version}`, {
      label: 'Try again',
      onClick: onAgain,
    })
  showToast({
    variant: 'success',
    title: 'Your file is ready',
    description: `“${isolated(title)}”, version ${version}`,
    action: {
      label: 'Download',
      onClick: () => void saveExport(made).catch(({ message }: Error) => showFailure(message)),
    },
  })
}

function showFailure(description: string, action?: { label: string; onClick: () => void }) {
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

async function followExport(queryClient: QueryClient, asked: ContentExport) {
  return await followFile(queryClient, asked, exportQuery(asked.id))
}

export async function saveExport(made: ContentExport): Promise<void> {
  await fetchFile((init) => takeExport(made, init))
}

export async function exportedFile(queryClient: QueryClient, id: number): Promise<File> {
  const params = { id }
  const asked = await api.contentExports.start.call({ params, body: { format: 'json' } })
  const made = await followExport(queryClient, asked)
  if (made.status === 'failed') throw new Error('The file could not be created. Try again.')
  return await takeExport(made)
}

async function takeExport({ id }: ContentExport, init?: CallInit): Promise<File> {
  return await api.contentExports.file.call({ params: { id } }, init)
}
