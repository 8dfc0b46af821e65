import type { Locator, Page } from '@playwright/test'
import { expect, go } from './fixtures.ts'

/** Answers such requests when the returned function is called. */
export async function hold(page: Page, what: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** A page shows with the standard colours while the organisation's are slow, and takes them when they come. */
export async function openWithLateColours(page: Page, path: string) {
  const brand = '**/brand.css'
  const release = await hold(page, brand)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const sheets = () =>
    page.evaluate(
      "[...document.styleSheets].filter(({ href }) => href?.endsWith('brand.css')).length",
    )
  expect(await sheets()).toBe(0)
  release()
  await expect.poll(sheets).toBe(1)
  await page.unroute(brand)
}

/** On the overview, the menus of the heading row move nothing when they arrive. */
export async function expectNothingMoves(page: Page, open: () => Promise<void>) {
  const menus = /\/assets\/(user-corner|questions-menu)-/
  const release = await hold(page, menus)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 800, height: 900 })
  await open()
  const parts = [
    page.getByRole('banner').getByRole('link', { name: 'Help' }),
    page.getByRole('combobox', { name: 'Year' }),
    page.getByRole('heading', { level: 2 }).first(),
  ]
  for (const part of parts) await expect(part).toBeVisible()
  const places = () => Promise.all(parts.map((part) => part.boundingBox()))
  const before = await places()
  release()
  await expect(page.getByRole('button', { name: 'Questions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  expect(await places()).toEqual(before)
  await page.unroute(menus)
  if (size) await page.setViewportSize(size)
}

/** A PNG of 240 by 48 pixels. */
export async function drawWideLogo(page: Page) {
  const base64 = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 240, height: 48 })
    canvas.getContext('2d').fillRect(0, 0, 240, 48)
    return canvas.toDataURL().split(',')[1]
  })()`)
  return Buffer.from(base64, 'base64')
}

/** On the organisation's page, a wide logo moves nothing beside it when it arrives, and nothing hides behind it. */
export async function expectWideLogoFits(page: Page, aside: Locator, name: string) {
  await expectLogoMovesNothing(page, aside.getByText(name, { exact: true }))
  await expectNoNameInPieces(page, name)
}

async function expectLogoMovesNothing(page: Page, beside: Locator) {
  const head = page.getByRole('main').getByRole('heading', { level: 1 })
  const choose = page.getByRole('button', { name: 'Replace logo' })
  const release = await hold(page, /\/api\/(customers\/\d+|tenant)\/logo/)
  await page.reload()
  await expect(beside).toBeVisible()
  await expect(page.getByRole('img', { name: /^Preview of/ })).toBeVisible()
  const places = async () =>
    await Promise.all([beside, head, choose].map(async (part) => await part.boundingBox()))
  const before = await places()
  release()
  for (const area of ['aside', 'main']) {
    const loaded = `document.querySelector('${area} img')?.naturalWidth`
    await expect.poll(() => page.evaluate(loaded)).toBe(240)
  }
  expect(await places()).toEqual(before)
}

/** On the page of an organisation without connections, their list moves nothing below it when it arrives. */
export async function expectConnectionsMoveNothing(page: Page) {
  const late = /\/connections$/
  const release = await hold(page, late)
  await page.reload()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(heading('Single sign-on connections')).toBeVisible()
  const before = await heading('Suspend organisation').boundingBox()
  release()
  await expect(heading('No connections')).toBeVisible()
  expect(await heading('Suspend organisation').boundingBox()).toEqual(before)
  await page.unroute(late)
}

/** Beside a wide logo, a name shows with more than its first letters: below the logo, or on a phone not at all. */
async function expectNoNameInPieces(page: Page, name: string) {
  const sample = page.getByRole('img', { name: /^Preview of/ }).getByText(name, { exact: true })
  await expect(sample).toHaveCount(2)
  for (const one of await sample.all()) expect(await isCut(one), 'in the preview').toBe(false)
  const at = page.url()
  const size = page.viewportSize()
  await go(page, '/')
  const header = page.getByRole('banner')
  const home = header.getByRole('link', { name, exact: true })
  const logo = home.getByRole('presentation')
  await expect(logo).toBeVisible()
  for (const width of [390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await isCut(home.getByText(name)), `in the header at ${width}`).toBe(false)
    const [of, place] = [await home.boundingBox(), await logo.boundingBox()]
    expect(of && place && of.width >= place.width, `inside its link at ${width}`).toBe(true)
  }
  if (size) await page.setViewportSize(size)
  await page.goto(at)
}

async function isCut(text: Locator) {
  return await text.evaluate(
    ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
  )
}
