import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

test('however slow the network, the overview never offers an element that was completed just now', async ({
  page,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  for (const position of ['1 of 2', '2 of 2']) {
    await player.at(position)
    await player.now('Developing').click()
    await player.future('Leading').click()
    if (position === '1 of 2') await player.next.click()
  }
  await player.tells('Answers saved')
  await page.route('**/api/overview**', async (route) => {
    await new Promise((done) => setTimeout(done, 700))
    await route.fallback()
  })
  const offered = page.getByRole('region', { name: 'Next for you' }).getByRole('heading')
  await player.complete.click()
  await offered.waitFor()
  // What is there first, not what comes to be there.
  expect(await offered.innerText()).not.toBe('Important services')
})
