import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '#core/files.ts'
import { failureToast } from '#core/toast.ts'

export function useDownload(fetch: Parameters<typeof fetchFile>[0]) {
  return useMutation({
    mutationFn: () => fetchFile(fetch),
    onError: failureToast('The file could not be downloaded'),
  })
}
