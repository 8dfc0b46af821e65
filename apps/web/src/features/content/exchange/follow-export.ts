import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ContentExport } from 'contract/content-exports'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import type { CallInit } from '#core/transport.ts'

const A_MOMENT = 500

export function exportQuery(id: number) {
  return { ...api.contentExports.get.query({ params: { id } }), staleTime: 0 }
}

export async function followExport(
  queryClient: QueryClient,
  asked: ContentExport,
): Promise<ContentExport> {
  if (asked.status !== 'making') return asked
  const observer = new QueryObserver(queryClient, {
    ...exportQuery(asked.id),
    refetchInterval: A_MOMENT,
    refetchIntervalInBackground: true,
  })
  return await new Promise((resolve, reject) => {
    const stop = observer.subscribe(({ data, error }) => {
      if (!error && (!data || data.status === 'making')) return
      stop()
      if (error) reject(error)
      else if (data) resolve(data)
    })
  })
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
