import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '#core/fetch-file.ts'
import { showToast } from '#core/toast.ts'

/** Fetches a file with the session's token and hands it to the browser to save. */
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
