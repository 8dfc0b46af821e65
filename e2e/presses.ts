import type { Locator, Page } from '@playwright/test'

/** Clicks, taps and keys of a person. Text that they write is not counted. */
export function countPresses(page: Page) {
  let count = 0
  return {
    click: async (target: Locator) => {
      await target.click()
      count += 1
    },
    tap: async (target: Locator) => {
      await target.tap()
      count += 1
    },
    key: async (key: string) => {
      await page.keyboard.press(key)
      count += 1
    },
    write: (text: string) => page.keyboard.insertText(text),
    count: () => count,
  }
}
