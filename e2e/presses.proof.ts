import type { Page } from '@playwright/test'
import { demoSet } from 'api/demo/demo-set'
import type { Db } from 'api/db/scope'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { playerOn } from './player.ts'
import { countPresses } from './presses.ts'

// Each test answers the 48 statements of the demo's set as a respondent would, and prints the clicks or keys that it took.

const MOST = 100
/** Levels of the answers, by turns. */
const LEVELS = ['Developing', 'Starting', 'Established', 'Developing', 'Leading'] as const
const file = demoSet()
const total = file.elements.flatMap(({ statements }) => statements).length

async function aRespondent(db: Db) {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file })
  return await aUser(db, { tenant })
}

const levelAt = (answered: number) => LEVELS[answered % LEVELS.length] ?? 'Starting'

async function expectFinished(page: Page, presses: number, how: string) {
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await expect(page.getByText('8 of 8 complete')).toBeVisible()
  process.stdout.write(`${total} statements ${how}: ${presses} presses (at most ${MOST})\n`)
  expect(presses).toBeLessThanOrEqual(MOST)
}

test('with a mouse at 1366 × 768, 48 statements take at most 100 clicks, and none scrolls', async ({
  page,
  db,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await enter(page, await aRespondent(db))
  const player = playerOn(page)
  const press = countPresses(page)
  const tooHigh: string[] = []
  await press.click(page.getByRole('button', { name: 'Start', exact: true }))
  let answered = 0
  for (const { statements } of file.elements) {
    for (const { key, text } of statements) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
      const excess = 'document.documentElement.scrollHeight - innerHeight'
      if (((await page.evaluate(excess)) as number) > 0) tooHigh.push(key)
      await press.click(player.now(levelAt(answered)))
      answered += 1
    }
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
    // Half of the futures are higher than now.
    await press.click(page.getByRole('button', { name: 'Set all to at least Established' }))
    await press.click(page.getByRole('button', { name: 'Complete element' }))
  }
  expect(tooHigh).toEqual([])
  await expectFinished(page, press.count(), 'with a mouse')
})

test('with the keyboard only, 48 statements take at most 100 keys', async ({ page, db }) => {
  await enter(page, await aRespondent(db))
  const press = countPresses(page)
  const startButton = page.getByRole('button', { name: 'Start', exact: true })
  await startButton.waitFor()
  await press.key('Tab')
  await press.key('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const focused = startButton.and(page.locator(':focus'))
  while ((await focused.count()) === 0) await press.key('Tab')
  await press.key('Enter')
  const digits = { Starting: 1, Developing: 2, Established: 3, Leading: 4 }
  let answered = 0
  for (const { statements } of file.elements) {
    for (const { text } of statements) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
      await press.key(`Digit${digits[levelAt(answered)]}`)
      answered += 1
    }
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
    await page.waitForTimeout(600)
    await press.key('Enter')
  }
  await expectFinished(page, press.count(), 'with the keyboard')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('48 statements take at most 100 taps', async ({ page, db }) => {
    await enter(page, await aRespondent(db))
    const player = playerOn(page)
    const press = countPresses(page)
    await press.tap(page.getByRole('button', { name: 'Start', exact: true }))
    let answered = 0
    for (const { statements } of file.elements) {
      for (const { text } of statements) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
        await press.tap(player.now(levelAt(answered)))
        answered += 1
      }
      await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
      await press.tap(page.getByRole('button', { name: 'Complete element' }))
    }
    await expectFinished(page, press.count(), 'on a phone')
  })
})
