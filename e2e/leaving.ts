import type { Page } from '@playwright/test'

/** Until the next load of the page, IndexedDB keeps no writes, as in a busy browser whose page closes. */
export async function loseWrites(page: Page) {
  await page.evaluate(`{
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...given) {
      const transaction = open.apply(this, given)
      if (given[1] === 'readwrite') {
        transaction.commit = () => transaction.abort()
        addEventListener('pagehide', () => transaction.abort())
      }
      return transaction
    }
  }`)
}

/** Until the next load of the page, no save is sent, not even on leaving. */
export async function loseSaves(page: Page) {
  await page.evaluate(`{
    const real = window.fetch
    window.fetch = (...given) =>
      given[1]?.method === 'PUT' ? Promise.reject(new TypeError('No line.')) : real(...given)
  }`)
}
