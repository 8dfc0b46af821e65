import { saveFile } from './save-file.ts'
import { dismissToast, showToast } from './toast.ts'

/** Longer than the largest file takes on an ordinary line. Milliseconds. */
const LONG = 10_000

export async function fetchFile(fetch: (init: { signal: AbortSignal }) => Promise<File>) {
  const stopping = new AbortController()
  let told = ''
  const timer = setTimeout(() => {
    told = showToast({
      title: 'The file takes long',
      description: 'It is large, or the connection is slow.',
      stays: true,
      action: { label: 'Cancel the download', onClick: () => stopping.abort() },
    })
  }, LONG)
  try {
    saveFile(await fetch({ signal: stopping.signal }))
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    dismissToast(told)
  }
}
