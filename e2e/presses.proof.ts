import type { Page } from '@playwright/test'
import { demoSet } from 'api/demo/demo-set'
import type { Db } from 'api/db/scope'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { playerOn, savedAnswers } from './player.ts'
import { countPresses } from './presses.ts'

// Each test answers the 48 statements of the demo's set as a respondent would, and prints the clicks or keys that it took.

const MOST = { mouse: 112, keyboard: 112, touch: 105 }
/** Where we are and want to be, by turns. Half of the futures are higher. */
const LEVELS = [
  ['Developing', 'Established'],
  ['Starting', 'Starting'],
  ['Established', 'Leading'],
  ['Developing', 'Developing'],
  ['Starting', 'Developing'],
  ['Leading', 'Leading'],
] as const
/** On the last element, the page before completion and its button name the report. */
const CHECK = /^(Check your answers|Create your action report)$/
const COMPLETE = /^(Complete element|Create report)$/
const file = demoSet()
const total = file.elements.flatMap(({ statements }) => statements).length

async function aRespondent(db: Db) {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file })
  return await aUser(db, { tenant })
}

const levelsAt = (answered: number) => LEVELS[answered % LEVELS.length] ?? LEVELS[0]

interface Finished {
  page: Page
  db: Db
  userId: number
  presses: number
  how: keyof typeof MOST
}

async function expectFinished({ page, db, userId, presses, how }: Finished) {
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await expect(page.getByText('8 of 8 complete')).toBeVisible()
  const saved = await savedAnswers(db, userId)
  const levels = Array.from({ length: total }, (_, index) => levelsAt(index)).flat()
  expect(saved.map(({ level }) => level)).toEqual(levels)
  const most = MOST[how]
  process.stdout.write(`${total} statements by ${how}: ${presses} presses (at most ${most})\n`)
  expect(presses).toBeLessThanOrEqual(most)
}

test('with a mouse at 1366 × 768, 48 statements take at most 112 clicks, and none scrolls', async ({
  page,
  db,
}) => {
  const user = await aRespondent(db)
  await page.setViewportSize({ width: 1366, height: 768 })
  await enter(page, user)
  const player = playerOn(page)
  const press = countPresses(page)
  const tooHigh: string[] = []
  await press.click(page.getByRole('button', { name: 'Start', exact: true }))
  let answered = 0
  for (const { statements } of file.elements) {
    for (const { key, text } of statements) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
      const [now, future] = levelsAt(answered)
      await press.click(player.now(now))
      const excess = 'document.documentElement.scrollHeight - innerHeight'
      if ((await page.evaluate<number>(excess)) > 0) tooHigh.push(key)
      await press.click(now === future ? player.same : player.future(future))
      answered += 1
    }
    await expect(page.getByRole('heading', { level: 1, name: CHECK })).toBeVisible()
    await press.click(page.getByRole('button', { name: COMPLETE }))
  }
  expect(tooHigh).toEqual([])
  await expectFinished({ page, db, userId: user.id, presses: press.count(), how: 'mouse' })
})

test('with the keyboard only, 48 statements take at most 112 keys', async ({ page, db }) => {
  const user = await aRespondent(db)
  await enter(page, user)
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
      const [now, future] = levelsAt(answered)
      await press.key(`Digit${digits[now]}`)
      await press.key(now === future ? 'Enter' : `Shift+Digit${digits[future]}`)
      answered += 1
    }
    await expect(page.getByRole('heading', { level: 1, name: CHECK })).toBeFocused()
    await page.waitForTimeout(600)
    await press.key('Enter')
  }
  await expectFinished({ page, db, userId: user.id, presses: press.count(), how: 'keyboard' })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('48 statements take at most 105 taps', async ({ page, db }) => {
    const user = await aRespondent(db)
    await enter(page, user)
    const player = playerOn(page)
    const press = countPresses(page)
    await press.tap(page.getByRole('button', { name: 'Start', exact: true }))
    let answered = 0
    for (const { statements } of file.elements) {
      for (const { text } of statements) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
        const [now, future] = levelsAt(answered)
        await press.tap(player.now(now))
        await press.tap(player.future(future))
        answered += 1
      }
      await expect(page.getByRole('heading', { level: 1, name: CHECK })).toBeVisible()
      await press.tap(page.getByRole('button', { name: COMPLETE }))
    }
    await expectFinished({ page, db, userId: user.id, presses: press.count(), how: 'touch' })
  })
})
