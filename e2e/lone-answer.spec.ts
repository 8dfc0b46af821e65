import { enter, expect, signOut, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('a lone answer is stored on the device, and sent on leaving, in another tab and on signing out', async ({
  page,
  context,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  const levels = async () => (await savedAnswers(db, user.id)).map(({ level }) => level)
  const sent: number[] = []
  context.on('request', (request) => {
    if (!request.url().endsWith('/answers')) return
    sent.push((request.postDataJSON() as { choices: unknown[] }).choices.length)
  })
  await page.clock.install()
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  // The three seconds don't pass by themselves.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
  await player.now('Starting').click()
  await page.clock.runFor(1000)
  await expect(page.getByText('Stored on this device')).toBeVisible()
  expect(sent).toEqual([])
  await page.reload()
  await expect.poll(levels).toEqual(['Starting'])
  await player.at('1 of 2')
  await expect(player.now('Starting')).toBeChecked()

  await player.now('Developing').click()
  await player.next.click()
  await expect.poll(levels).toEqual(['Developing'])
  await player.previous.click()
  const tab = playerOn(await context.newPage())
  await tab.page.goto(page.url())
  await tab.at('1 of 2')
  sent.length = 0
  await player.now('Established').click()
  await expect(tab.now('Established')).toBeChecked()
  await tab.same.click()
  await expect.poll(levels).toEqual(['Established', 'Established'])
  await expect.poll(() => sent).toEqual([2])
  await tab.page.close()

  await player.next.click()
  await player.now('Leading').click()
  await page.clock.resume()
  await player.overview.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
  expect(await levels()).toEqual(['Established', 'Established', 'Leading'])
})

test('a target that is chosen first is stored, and sent together with the present level', async ({
  page,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  const levels = async () => (await savedAnswers(db, user.id)).map(({ level }) => level)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/answers'))
      sent.push(request.postDataJSON().choices.map(({ state }: { state: number }) => state))
  })
  await page.clock.install()
  await enter(page, user)
  const player = await start(page)
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
  await player.future('Developing').click()
  await page.clock.runFor(1000)
  await expect(page.getByText('Stored on this device')).toBeVisible()
  expect(sent).toEqual([])
  // It is higher than the target, which it raises.
  await player.now('Established').click()
  await expect.poll(levels).toEqual(['Established', 'Established'])
  await expect.poll(() => sent).toEqual([[2, 1]])
  await player.future('Leading').click()
  await expect.poll(levels).toEqual(['Established', 'Leading'])
})
