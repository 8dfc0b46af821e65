import { opensInBrowser } from 'contract/pictures'
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

export function saveFile(file: File) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Shows a picture in a tab of its own; all else, and where no tab may open, the browser saves. */
export function openFile(file: File) {
  if (!opensInBrowser(file.type)) return saveFile(file)
  const address = URL.createObjectURL(file)
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
  else saveFile(file)
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export async function dataAddressOf(file: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })
}
