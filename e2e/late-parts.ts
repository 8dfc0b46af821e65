import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

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

/** On the organisation's page, a wide logo moves nothing beside it when it arrives. */
export async function expectLogoMovesNothing(page: Page, beside: Locator) {
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
