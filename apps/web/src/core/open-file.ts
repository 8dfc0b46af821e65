import { opensInBrowser } from 'contract/pictures'
import { saveFile } from './save-file.ts'

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
