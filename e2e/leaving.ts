import type { Page } from '@playwright/test'

/**
 * Until the next load of the page no database keeps anything: so browsers do with what a page began on its way out and
 * a busy machine did not come to.
 */
export async function loseWrites(page: Page) {
  await page.evaluate(`{
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...given) {
      const begun = begin.apply(this, given)
      if (given[1] === 'readwrite') {
        begun.commit = () => begun.abort()
        addEventListener('pagehide', () => begun.abort())
      }
      return begun
    }
  }`)
}

/** Until the next load of the page; not even what a page sends while it is left gets through. */
export async function loseSaves(page: Page) {
  await page.evaluate(`{
    const real = window.fetch
    window.fetch = (...given) =>
      given[1]?.method === 'PUT' ? Promise.reject(new TypeError('No line.')) : real(...given)
  }`)
}
