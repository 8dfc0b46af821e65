import { answerRows, filledWorkbook } from 'api/testing/answers-workbook'
import { enter, expect, savedFile, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('a user answers all statements and gets the action report', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await enter(page, user)
  await expect(page.getByText('4 statements in 2 elements.')).toBeVisible()
  const about = page.getByText('choose the response that describes where you are today')
  await expect(about).toBeVisible()
  await expectGoodLooks(page, 'overview-not-started')
  const player = await start(page)
  await player.at('1 of 2')
  await expect(page.getByText('Choose where we are now.')).toBeVisible()
  await player.now('Developing').click()
  await player.same.click()
  await expect(page.getByText('No gap. We want to stay at Developing.')).toBeVisible()
  await player.future('Leading').click()
  await expect(page.getByText('Gap of 2 levels from Developing to Leading')).toBeVisible()
  await expect(page.getByText('We are here', { exact: true })).toBeVisible()
  await expect(page.getByText('We want to be here')).toBeVisible()
  await player.showsStatus('Answers saved')

  // A higher current response raises the future one, and a lower one takes that back.
  await player.future('Established').click()
  await player.now('Leading').click()
  await expect(player.future('Leading')).toBeChecked()
  const raised = page.getByText('The target was raised.')
  await expect(raised).toBeVisible()
  await expect(player.future('Established')).toBeHidden()
  await expectGoodLooks(page, 'assessment-raised')
  await player.now('Developing').click()
  await expect(player.future('Established')).toBeChecked()
  await expect(raised).toBeHidden()

  await page.getByText('Guidance', { exact: true }).click()
  await expect(page.getByRole('group').getByRole('paragraph').first()).toBeVisible()
  await expectGoodLooks(page, 'assessment-answered')
  const note = 'Finance has not named anyone yet.'
  await player.notes.fill(`  ${note} `)
  await player.notes.blur()
  await expect(player.notes, 'as it is saved').toHaveValue(note)
  await player.showsStatus('Answers saved')
  // Opened again, the assessment resumes after the last answer.
  await page.reload()
  await player.at('2 of 2')
  await player.overview.click()
  await start(page, 'Continue')
  await player.at('2 of 2')
  await player.previous.click()
  await expect(player.now('Developing')).toBeChecked()
  await expect(player.notes).toHaveValue(note)
  await player.next.click()

  const reason = 'Nobody depends on us.'
  const stored = () => expect.poll(() => savedAnswers(db, user.id))
  await player.doesNotApply.check()
  for (let press = 0; press < 2; press += 1) {
    await player.check.click()
    await player.complete.click()
    await expect(page.getByText('Statement SRV-5 hasn’t been answered yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Answer SRV-5' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(player.reason).toBeFocused()
    await expect(player.reason).toHaveAccessibleDescription(/Enter a reason, or clear the checkbox/)
  }
  await player.reason.fill('x')
  await expect(player.reason).toHaveAccessibleDescription(/^Shown in the action report\./)
  await player.reason.fill(reason)
  await player.reason.blur()
  await player.showsStatus('Answers saved')
  // The reason stays on the page after the tick is cleared by mistake.
  await player.doesNotApply.uncheck()
  await stored().not.toContainEqual(expect.objectContaining({ reason }))
  await page.getByRole('navigation', { name: 'Elements' }).getByRole('button').first().click()
  await player.next.click()
  await player.doesNotApply.check()
  await expect(player.reason).toHaveValue(reason)
  await stored().toContainEqual(expect.objectContaining({ reason }))

  await player.check.click()
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.getByText(`Does not apply: ${reason}`)).toBeVisible()
  await expectGoodLooks(page, 'assessment-check')
  await player.complete.click()
  // The next element opens, and the overview shows the completed one when it appears.
  await expect(page.getByRole('heading', { name: /^We review our critical/ })).toBeFocused()
  await player.overview.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
  await expect(page.getByRole('link', { name: /Important services.*, complete/ })).toBeVisible()
  await expect(page.locator('.chart-completed-tick').first()).toBeAttached()
  await expect(page.getByText('1 of 2 complete')).toBeVisible()

  await start(page, 'Continue')
  await player.at('1 of 2')
  await player.now('Starting').click()
  await player.same.click()
  await player.next.click()
  await player.check.click()
  await player.createReport.click()
  await expect(page.getByText('Statement SUP-6 hasn’t been answered yet.')).toBeVisible()
  await page
    .getByRole('alert')
    .getByRole('button', { name: /^SUP-6 / })
    .click()
  await player.now('Starting').click()
  await player.same.click()
  await player.check.click()
  const bar = page.getByRole('contentinfo')
  await expect(bar.getByText('2 of 2 future responses are the same as now')).toBeVisible()
  const future = page.getByRole('group', { name: 'Future for SUP-6' })
  await future.getByRole('button', { name: 'Developing' }).click()
  await expect(bar.getByText('1 of 2 future responses is the same as now')).toBeVisible()
  await expect(page.getByText('1 of 3 targets is the same as now.')).toBeVisible()
  await player.createReport.click()
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await page.getByRole('button', { name: 'View action report' }).click()
  await page.getByRole('link', { name: /^View report.*version 1$/ }).click()
  await expect(page.getByText(/^Across \d statements we are at/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'You’ve answered everything' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View action report' })).toBeVisible()
  await expectGoodLooks(page, 'overview-complete')

  expect(await savedAnswers(db, user.id)).toEqual([
    { statement: 'SRV-4', state: 1, level: 'Developing', reason: null },
    { statement: 'SRV-4', state: 2, level: 'Established', reason: null },
    { statement: 'SRV-5', state: 1, level: null, reason },
    { statement: 'SUP-5', state: 1, level: 'Starting', reason: null },
    { statement: 'SUP-5', state: 2, level: 'Starting', reason: null },
    { statement: 'SUP-6', state: 1, level: 'Starting', reason: null },
    { statement: 'SUP-6', state: 2, level: 'Developing', reason: null },
  ])
})

test('answers are uploaded in a workbook, and each part of the overview opens its element', async ({
  page,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const questions = page.getByRole('button', { name: 'Questions' })
  const choose = async (item: string) => {
    await questions.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  const file = await savedFile(page, () => choose('Download workbook'))
  expect(file.name).toMatch(/-questions-\d{4}\.xlsx$/)
  const rows = await answerRows(file.bytes)
  expect(rows.map((row) => row['Key'])).toEqual(['SRV-4', 'SRV-5', 'SUP-5', 'SUP-6'])

  await choose('Upload answers')
  const dialog = page.getByRole('dialog', { name: 'Upload answers' })
  const field = dialog.getByLabel('Workbook')
  const upload = dialog.getByRole('button', { name: 'Upload answers' })
  await upload.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Choose a workbook/)
  const give = async (given: Parameters<typeof filledWorkbook>[1]) => {
    const buffer = await filledWorkbook(rows, given)
    await field.setInputFiles({ name: file.name, mimeType: 'application/zip', buffer })
    await upload.press('Enter')
  }
  await give({ 'SRV-4': { now: 2, future: 9 }, 'SUP-5': { now: 3, future: 1 } })
  await expect(dialog.getByRole('alert')).toContainText('2 errors.')
  const region = dialog.getByRole('region', { name: 'Errors' })
  const errors = region.getByRole('row')
  await expect(errors.nth(1)).toContainText('Answers row 2')
  await expect(errors.nth(1)).toContainText(
    'Enter a number from 1 to 4 in the Future column, not “9”.',
  )
  await expect(errors.nth(2)).toContainText('Answers row 4')
  await expectGoodLooks(page, 'upload-answers')
  // In a low window the dialog scrolls and cuts no row.
  await page.setViewportSize({ width: 1440, height: 400 })
  expect(await region.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await savedAnswers(db, user.id)).toEqual([])

  const reason = 'No one depends on us.'
  await give({ 'SRV-4': { now: 2, future: 'Leading' }, 'SRV-5': { reason } })
  await expect(page.getByText('Changes to 2 statements saved').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(questions).toBeFocused()
  const ready = page.getByText('All 2 statements answered, ready to complete')
  await expect(ready).toBeVisible()
  expect(await savedAnswers(db, user.id)).toEqual([
    { statement: 'SRV-4', state: 1, level: 'Developing', reason: null },
    { statement: 'SRV-4', state: 2, level: 'Leading', reason: null },
    { statement: 'SRV-5', state: 1, level: null, reason },
  ])

  const player = playerOn(page)
  const wheel = page.getByRole('group', { name: /^Elements:/ })
  await wheel.getByRole('link').nth(1).click()
  await expect(page.getByRole('heading', { name: /^We review our critical/ })).toBeVisible()
  await player.overview.click()
  await page.getByRole('region', { name: 'Elements' }).getByRole('link').nth(1).click()
  await player.at('1 of 2')
  const stepper = page.getByRole('navigation', { name: 'Elements' })
  await stepper.getByRole('button').nth(1).click()
  await player.at('2 of 2')
  await stepper.getByRole('link', { name: /Important services/ }).click()
  await player.at(String.raw`\d of 2`)

  await expect(page).toHaveURL(/elementId=/)
  const { pathname, search } = new URL(page.url())
  await enter(page, (await aSmallOrganisation(db)).user, pathname + search)
  await expect(page.getByText("Something's missing."), 'for another user').toBeVisible()
})
