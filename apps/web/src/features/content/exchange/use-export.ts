import type { QueryClient } from '@tanstack/react-query'
import type { ExportFormat } from 'contract/content-exports'
import { api } from '#core/api.ts'
import type { CallInit } from '#core/transport.ts'
import { createdFile, useGeneratedFile } from '#support/use-generated-file.ts'

/** Downloads an edition or a draft as a file. */
export function useExport(id: number) {
  return useGeneratedFile(
    api.contentExports,
    (format: ExportFormat, init) => startExport(id, format, init),
    'The content set could not be exported',
  )
}

/** The file of an edition, to be imported elsewhere. */
export async function exportToFile(queryClient: QueryClient, id: number): Promise<File> {
  return await createdFile(queryClient, api.contentExports, await startExport(id, 'json'))
}

async function startExport(id: number, format: ExportFormat, init?: CallInit) {
  return await api.contentExports.start.call({ params: { id }, body: { format } }, init)
}
