import { opensInBrowser } from 'contract/pictures'
import { apiBase } from '#core/host.ts'
import { dismissToast, showToast, updateToast } from './toast.ts'

const SLOW_DOWNLOAD = 10_000

const SLOW = {
  title: 'The download is taking a while',
  description: 'The file may be large, or your connection may be slow.',
}

/** Saves a file. The user can cancel a slow download, or one that `showProgress` has announced. */
export async function fetchFile(
  fetch: (
    init: { signal: AbortSignal },
    showProgress: (words: { title: string; description: string; percent?: number }) => void,
  ) => Promise<File>,
) {
  const stopping = new AbortController()
  let toast = ''
  const showProgress = (words: typeof SLOW & { percent?: number }) => {
    clearTimeout(timer)
    if (toast !== '') return updateToast(toast, words)
    const action = { label: 'Cancel download', onClick: () => stopping.abort() }
    toast = showToast({ ...words, stays: true, action })
  }
  const timer = setTimeout(() => showProgress(SLOW), SLOW_DOWNLOAD)
  try {
    saveFile(await fetch({ signal: stopping.signal }, showProgress))
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    dismissToast(toast)
  }
}

/** The browser saves it piece by piece, with its own progress. */
export function saveFrom({ path }: { path: string }) {
  const link = document.createElement('a')
  link.href = apiBase(location, import.meta.env.DEV) + path
  link.download = ''
  link.click()
}

export function saveFile(file: File) {
  const link = document.createElement('a')
  link.href = addressOf(file)
  link.download = file.name
  link.click()
}

/** Opens images in a new tab. Saves other files, and images if no tab can be opened. */
export function openFile(file: File) {
  if (!opensInBrowser(file.type)) return saveFile(file)
  const tab = window.open(addressOf(file), '_blank')
  if (tab) tab.opener = null
  else saveFile(file)
}

/** Valid for a minute, so that the browser has time to read the file. */
function addressOf(file: File) {
  const address = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return address
}

export async function dataAddressOf(file: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () =>
      reject(new Error('We can’t read this file. Choose the file again.')),
    )
    reader.readAsDataURL(file)
  })
}
