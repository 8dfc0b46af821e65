import { storeQuietly } from '#core/storage-keys.ts'

const WAIT_MS = 5000
/** What browsers say of a module that they can't load, and Vite of a style sheet. */
const MISSING =
  /^(Failed to fetch|error loading) dynamically imported module|^Importing a module script failed|^Unable to preload CSS/

/**
 * Whether a failed page may work once it is loaded again: the server is there, and has another version and so no longer
 * this page's files, or a file was missing for the first time.
 */
export async function canLoadAgain(error: unknown): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  try {
    const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(WAIT_MS) })
    if (!page.ok || own === null) return false
    return !(await page.text()).includes(new URL(own.src).pathname) || isFirstMiss(error)
  } catch {
    return false
  }
}

/** The router does the same for a page's view, under the same key, but not for what loads its data. */
function isFirstMiss(error: unknown): boolean {
  if (!(error instanceof Error) || !MISSING.test(error.message)) return false
  const key = `tanstack_router_reload:${error.message}`
  return sessionStorage.getItem(key) === null && storeQuietly(sessionStorage, key, '1')
}
