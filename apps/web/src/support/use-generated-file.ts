import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { GeneratedFile } from 'contract/generated-files'
import type { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { fetchFile } from '#core/files.ts'
import { followFile } from '#core/follow-file.ts'
import { showFailure } from '#core/toast.ts'
import type { CallInit } from '#core/transport.ts'

const PREPARING = {
  title: 'We’re preparing your file',
  description:
    'You can go to other pages, but keep this tab open. The download starts when the file is ready.',
}

/** The endpoints of a kind of file. */
type Kind = Pick<typeof api.reportPdfs | typeof api.contentExports, 'get' | 'file'>
type Start<Input> = (input: Input, init: CallInit) => Promise<GeneratedFile>

/** Saves a file that takes time. A job creates a large one, which the user can wait for on any page. */
export function useGeneratedFile<Input = void>(kind: Kind, start: Start<Input>, failure: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) =>
      fetchFile(async (init, showProgress) => {
        const started = await start(input, init)
        const onProgress = ({ progress }: GeneratedFile) =>
          showProgress({ ...PREPARING, percent: progress })
        if (started.status === 'making') onProgress(started)
        return await createdFile(queryClient, kind, started, { ...init, onProgress })
      }),
    onError: (error) => {
      if (!hasCode(error, 'signed-out')) showFailure(failure, error.message)
    },
  })
}

/** The file, once it is ready. */
export async function createdFile(
  queryClient: QueryClient,
  { get, file }: Kind,
  started: GeneratedFile,
  init: { signal?: AbortSignal; onProgress?: (file: GeneratedFile) => void } = {},
): Promise<File> {
  const params = { id: started.id }
  const { status } = await followFile(queryClient, started, get.query({ params }), init)
  if (status === 'failed') throw new Error('Something went wrong on our side. Try again.')
  return await file.call({ params }, init)
}
