import { THIS_YEAR, anAssessment } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

test('statements are marked, filtered and found, and last year’s answer is beside this year’s', async ({
  page,
  db,
}) => {
  const { user, contentSetId } = await aSmallOrganisation(db)
  await anAssessment(db, { user, contentSetId, year: THIS_YEAR - 1 })
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  await expect(page.getByText(`Our answer in ${THIS_YEAR - 1}`)).toBeVisible()
  await page.keyboard.press('l')
  const mark = page.getByRole('button', { name: 'Marked for later', pressed: true })
  await expect(mark).toBeVisible()
  await player.notes.fill('Ask the facilities team.')
  await player.notes.blur()
  await player.showsStatus('Answers saved')
  await expectGoodLooks(page, 'assessment-marked')

  const stepper = page.getByRole('navigation', { name: 'Elements' })
  const filter = stepper.getByRole('combobox', { name: 'Statements to list' })
  await filter.selectOption('To confirm')
  await expect(stepper.getByRole('status')).toHaveText('4 statements.')
  await filter.selectOption('Marked for later')
  await expect(stepper.getByRole('status')).toHaveText('1 statement.')
  await expectGoodLooks(page, 'assessment-filtered')
  await filter.selectOption('To confirm')
  await stepper.getByRole('link', { name: /^SUP-6 / }).click()
  await player.at('2 of 2')
  await filter.selectOption('With notes or files')
  await expect(stepper.getByRole('link', { name: /^SRV-4 / })).toBeVisible()
  // The position and the percentage stay the same.
  await player.at('2 of 2, position 100%.*0 of 2 answered')

  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog', { name: 'Find anything' })
  await finder.getByRole('combobox').fill('facilities')
  await expect(finder.getByRole('option')).toHaveCount(1)
  await expectGoodLooks(page, 'assessment-finder')
  await page.keyboard.press('Enter')
  await player.at('1 of 2')
  await expect(player.notes).toHaveValue('Ask the facilities team.')
  await expect(mark).toBeVisible()

  await player.next.click()
  await player.check.click()
  const marked = page.getByRole('region', { name: 'Marked for later' })
  await expect(marked).toContainText('You marked 1 statement for later.')
  await expectGoodLooks(page, 'check-marked')
  await marked.getByRole('button').click()
  await player.at('1 of 2')

  await stepper.getByRole('button', { name: 'About this assessment' }).click()
  await expect(
    page.getByRole('dialog').getByText('choose the response that describes where you are today'),
  ).toBeVisible()
  await expectGoodLooks(page, 'assessment-about')
  await page.keyboard.press('Escape')

  // On the overview too.
  await player.overview.click()
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill('facilities')
  await expect(finder.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await player.at('1 of 2')
  await expect(player.notes).toHaveValue('Ask the facilities team.')
})
