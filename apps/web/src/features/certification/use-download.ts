import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#core/save-file.ts'
import { showToast } from '#core/toast.ts'

/** Fetches a file with the session's token and hands it to the browser to save. */
export function useDownload(fetchFile: () => Promise<File>) {
  return useMutation({
    mutationFn: async () => saveFile(await fetchFile()),
    onError: ({ message }) =>
      showToast({
        variant: 'destructive',
        title: 'The file could not be downloaded',
        description: message,
      }),
  })
}
