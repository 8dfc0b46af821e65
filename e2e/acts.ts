import type { Page } from '@playwright/test'
import { expectToldApart } from './contrast.ts'
import { expect, turnTo } from './fixtures.ts'

/** Opens a page and what is closed on it, chooses, sorts, and submits each form as it is. */
export async function actOn(page: Page, path: string, names: readonly string[]): Promise<void> {
  await Promise.race([turnTo(page, path), leave(page)])
  await expectLoaded(page)
  await expectKept(page, names)
  await expectToldApart(page)
  await page.evaluate(ACTS)
  await expectLoaded(page)
  await expectKept(page, names)
}

/** A name, a key, a typed text or a part of a code that stands by itself isn't translated. */
async function expectKept(page: Page, names: readonly string[]): Promise<void> {
  const translated = await page.evaluate<string[]>(`[...document.querySelectorAll('font > font')]
    .filter(({ textContent }) => ${JSON.stringify(names)}.includes(textContent.trim()) || ${CODE}.test(textContent))
    .map((font) => font.parentElement.parentElement.outerHTML)`)
  expect.soft(translated, page.url()).toEqual([])
}

const CODE = /^(?=.*\d)(?=.*[A-Z])[\dA-Z]{4}$/

/** Answers the question about what was changed on the page before, if it comes. */
async function leave(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Discard changes' }).click({ timeout: 0 })
  await expect(question).toHaveCount(0)
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], output .bg-track')).toHaveCount(0)
}

// Inside the page, because it takes a hundredth of the time. What a press removes from the page isn't pressed.
const ACTS = `(async () => {
  const inSight = (one) => one.isConnected && one.checkVisibility() && !one.disabled
  const all = (selector) => [...document.querySelectorAll(selector)].filter(inSight).slice(0, 12)
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const escape = () => (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set
  for (const select of all('main select')) {
    if (!inSight(select)) continue
    for (const { value } of [select.options[select.options.length - 1], select.options[0]]) {
      set.call(select, value)
      select.dispatchEvent(new Event('change', { bubbles: true }))
      await frame()
    }
  }
  for (const opener of all('button[aria-haspopup=menu]')) {
    if (!inSight(opener)) continue
    opener.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    await frame()
    escape()
    await frame()
  }
  const PRESSED = [
    'main summary',
    'main [role=radio]',
    'main input[type=radio]',
    'main thead button',
    'main button[aria-expanded]',
    'main button[aria-pressed]',
    'main button[type=submit]',
  ]
  for (const selector of PRESSED)
    for (const one of all(selector)) {
      if (!inSight(one)) continue
      one.click()
      await frame()
      escape()
      await frame()
    }
})()`
