import { type Page, expect } from '@playwright/test'

export async function expectNothingCoveredAt(page: Page, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNothingCovered(page)
  }
}

/** The cookie panel is above the page at every scroll position. */
async function expectNothingCovered(page: Page) {
  const panel = page.getByRole('region', { name: 'Cookies' })
  for (const top of [0, 10_000]) {
    const [controls, covered] = await panel.evaluate<[number, string[]], number>((element, y) => {
      scrollTo(0, y)
      const { bottom, right } = element.getBoundingClientRect()
      const found = [...document.querySelectorAll(':is(main, footer) :is(button, a, input)')]
      const hidden = found.filter((control) => {
        const box = control.getBoundingClientRect()
        return box.width > 0 && box.top < bottom && box.left < right
      })
      return [found.length, hidden.map(({ outerHTML }) => outerHTML)]
    }, top)
    expect(controls).toBeGreaterThan(0)
    expect(covered).toEqual([])
  }
}
