const WAIT_MS = 5000

/** Whether the server has another version of the application than this page, and so no longer this page's files. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  try {
    const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(WAIT_MS) })
    return page.ok && own !== null && !(await page.text()).includes(new URL(own.src).pathname)
  } catch {
    return false
  }
}
