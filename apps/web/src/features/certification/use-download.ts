import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '#core/files.ts'
import { showToast } from '#core/toast.ts'

export function useDownload(fetch: Parameters<typeof fetchFile>[0]) {
  return useMutation({
    mutationFn: () => fetchFile(fetch),
    onError: ({ message }) =>
      showToast({
        variant: 'destructive',
        title: 'The file could not be downloaded',
        description: message,
      }),
  })
}
