import { THIS_YEAR, anAssessment } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

const LAST_YEAR = THIS_YEAR - 1

test('last year’s answers are carried forward, each to confirm or to change before it is complete', async ({
  page,
  db,
}) => {
  const { user, contentSetId } = await aSmallOrganisation(db)
  await anAssessment(db, { user, contentSetId, year: LAST_YEAR })
  await enter(page, user)
  await expect(
    page.getByText(`Your answers from ${LAST_YEAR} are carried over, each to confirm.`),
  ).toBeVisible()
  const player = await start(page)
  const question = page.getByText(`From ${LAST_YEAR}. Is this still right?`)
  await player.at('1 of 2')
  await expect(question).toBeVisible()
  await expect(player.now('Starting')).toBeChecked()
  await expect(player.future('Leading')).toBeChecked()
  await player.next.click()
  await player.complete.click()
  await expect(page.getByText('Statements 1 and 2 are not answered yet.')).toBeVisible()
  await player.at('1 of 2')

  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toHaveCount(0)
  await player.next.click()
  await expect(question).toBeVisible()
  await player.now('Established').click()
  await expect(question).toHaveCount(0)
  await player.tells('Answers saved')
  await player.complete.click()
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
  await expect(page.getByText(/2 answers from \d+ to confirm/)).toBeVisible()
  await expect(page.getByText('0 of 2 answered, 2 to confirm')).toBeVisible()

  const now = (await savedAnswers(db, user.id)).filter(({ state }) => state === 1)
  expect(now.map(({ level }) => level)).toEqual(['Starting', 'Established', 'Starting', 'Starting'])
})
