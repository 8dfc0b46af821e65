import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

/** What every node answers while Waymark is closed. */
const CLOSED = {
  status: 503,
  headers: { 'retry-after': '1' },
  json: { code: 'maintenance', message: 'Back at 18:00.', request_id: 'none' },
}

test('answers wait on the device during maintenance, and are sent afterwards', async ({
  page,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  await page.route('**/api/**', (route) => route.fulfill(CLOSED))
  await player.now('Developing').click()
  await player.same.click()
  await player.showsStatus(
    'Waymark is closed for maintenance. Your answers are safe on this device.',
  )
  expect(await savedAnswers(db, user.id)).toEqual([])
  await page.unroute('**/api/**')
  await player.showsStatus('Answers saved')
  await expect
    .poll(() => savedAnswers(db, user.id))
    .toMatchObject([{ level: 'Developing' }, { level: 'Developing' }])
})
