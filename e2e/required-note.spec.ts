import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { start } from './player.ts'

test('a response that requires a note keeps its element open until the note is written', async ({
  page,
  db,
}) => {
  const file = aTinySet()
  const [statement] = file.elements[0]?.statements ?? []
  if (statement?.responses[0]) statement.responses[0].asksForNote = true
  if (statement) statement.evidenceExample = 'Minutes that are **signed**.'
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file })
  await enter(page, await aUser(db, { tenant }))
  const player = await start(page)
  const missing = page.getByText(
    '“Low” requires a note. Write the note before the element is completed.',
  )
  await page.keyboard.press('Digit2')
  await expect(missing).toBeHidden()
  await page.keyboard.press('Digit1')
  await expect(missing).toBeVisible()
  const example = page.getByRole('region', { name: 'What good evidence looks like' })
  await expect(example).toContainText('Minutes that are signed.')
  await expectGoodLooks(page, 'note-missing')
  await page.keyboard.press('Enter')
  await player.at('2 of 2')
  await expect(example).toBeHidden()
  await page.keyboard.press('Digit2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A note is missing.')).toBeVisible()
  await player.complete.click()
  await expect(page.getByText('Statement A1 needs a note.')).toBeVisible()
  const change = page.getByRole('button', { name: 'Change A1' })
  await expect(change).toBeFocused()
  await expectGoodLooks(page, 'note-missing-check')
  await change.click()
  await expect(player.notes).toBeFocused()
  await player.notes.fill('We start in May.')
  await expect(missing).toBeHidden()
  await player.check.click()
  await player.complete.click()
  await expect(page.getByText('A note is missing.')).toBeHidden()
  await player.at('1 of 2')
})
