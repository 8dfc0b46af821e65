import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

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

/** Leaving for another page asks before unsaved changes are lost, and so does closing this one. */
export async function expectLeavingAsks(page: Page, what: string) {
  await expectClosingAsks(page)
  const dashboard = page.getByRole('link', { name: 'Dashboard' }).first()
  await expectAsks(page, what, () => dashboard.click())
}

/** The press asks before unsaved changes are lost, and nothing is lost by staying. */
export async function expectAsks(page: Page, what: string, press: () => Promise<unknown>) {
  await press()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText(`You’ll lose your changes to ${what}.`)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
}

export async function expectClosingAsks(page: Page) {
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}

/** Leaves for another page, then goes back to this one as it was left: the tests' browser loads it instead. */
export async function leaveAndGoBack(page: Page, script = '') {
  await page.evaluate(`{
    const turn = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    turn('pagehide')
    ${script}
    turn('pageshow')
  }`)
}
