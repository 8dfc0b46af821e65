import { aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { enter, expect, test } from './fixtures.ts'
import { playerOn } from './player.ts'

/** `aTinySet` with other labels. */
function labelled(labels: readonly [string, string, string]) {
  const file = aTinySet()
  for (const { responses } of file.elements.flatMap(({ statements }) => statements))
    for (const [index, response] of responses.entries()) response.label = labels[index] ?? ''
  return file
}

test('a digit key chooses the label with this number, and no other number is beside it', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: labelled(['0', '1', '2']) })
  const assessment = await anAssessment(db, { user, contentSetId, answered: [] })
  const { review } = await aSubmission(db, { user, contentSetId, is: 'started' })
  const { id } = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await enter(page, user, `/assessment/${assessment}?elementId=${id}`)
  const player = playerOn(page)
  await player.at('1 of 2')
  const now = (label: string) => page.getByRole('radio', { name: `${label} Where are we now?` })
  const future = (label: string) =>
    page.getByRole('radio', { name: `${label} Where do we want to be?` })
  await page.keyboard.press('Digit1')
  await expect(now('1')).toBeChecked()
  await page.keyboard.press('Digit0')
  await expect(now('0')).toBeChecked()
  await page.keyboard.press('Digit3')
  await page.keyboard.press('Shift+Digit2')
  await player.at('2 of 2')
  await player.previous.click()
  await player.at('1 of 2')
  await expect(now('0')).toBeChecked()
  await expect(future('2')).toBeChecked()
  await expect(page.locator('main svg text')).toHaveText(['0', '1', '2'])
  await expect(page.getByText('0 to 2 now')).toBeVisible()

  const auditor = await as(await anAuditor(db, tenant), `/admin/reviews/${review}`)
  await expect(auditor.getByText('Declared: 0', { exact: true })).toBeVisible()
  await auditor.keyboard.press('1')
  await expect(auditor.getByRole('radio', { name: /^1/ })).toBeChecked()
})

test('labels whose numbers can’t be keys are chosen by hand', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: labelled(['0', '1–2', 'Over 2']) })
  const assessment = await anAssessment(db, { user, contentSetId, answered: ['A', 'B', 'C'] })
  const { id } = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await enter(page, user, `/assessment/${assessment}?elementId=${id}`)
  const player = playerOn(page)
  await player.at(String.raw`\d of 2`)
  const now = (label: string) => page.getByRole('radio', { name: `${label} Where are we now?` })
  await expect(now('0')).toBeChecked()
  for (const key of ['Digit1', 'Digit2', 'Digit3']) await page.keyboard.press(key)
  await expect(now('0')).toBeChecked()
  await expect(page.getByText(/^\d to \d now/)).toHaveCount(0)
  await player.check.click()
  await expect(page.getByRole('button', { name: 'Over 2' }).first()).toBeVisible()
})
