import { aBandedSet } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { callAs } from './call-as.ts'
import { enter, expect, savedFile, test } from './fixtures.ts'
import { MB, aPdf, attachmentsOn, openStatement, text } from './attaching.ts'

test('files are added, downloaded, removed and restored', async ({ page, db }) => {
  const { player, files } = await openStatement(page, db)
  await page.keyboard.press('a')
  await expect(files.add).toBeFocused()
  await files.input.setInputFiles([text('minutes.txt'), aPdf('plan.pdf', 2.5 * MB)])
  await files.isAttached('minutes.txt')
  await files.isAttached('plan.pdf')
  await expect(files.row('plan.pdf').getByText('2.5 MB')).toBeVisible()
  await player.next.click()
  await player.at('2 of 2')
  await expect(files.add).toBeVisible()
  await expect(files.section.getByRole('listitem')).toHaveCount(0)
  await page.reload()
  await player.at('1 of 2')
  await files.isAttached('plan.pdf')
  const button = files.section.getByRole('button', { name: 'Download minutes.txt' })
  const saved = await savedFile(page, () => button.click())
  expect(saved).toEqual({ name: 'minutes.txt', bytes: Buffer.from('Agreed in May.') })
  await files.section.getByRole('button', { name: 'Remove minutes.txt' }).click()
  await expect(files.row('minutes.txt')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await files.isAttached('minutes.txt')

  const dispatch = (target: string, type: string, event: string, data: string, name: string) =>
    page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['Agreed.'], '${name}', { type: 'text/plain' }))
      document.${target}.dispatchEvent(new ${event}('${type}', { ${data}: data, bubbles: true }))
    }`)
  await dispatch('body', 'dragover', 'DragEvent', 'dataTransfer', 'a.txt')
  await expect(files.section.getByText('Drop files to attach them')).toBeVisible()
  await dispatch('body', 'drop', 'DragEvent', 'dataTransfer', 'dropped.txt')
  await files.isAttached('dropped.txt')
  await player.notes.focus()
  await dispatch('activeElement', 'paste', 'ClipboardEvent', 'clipboardData', 'pasted.txt')
  await files.isAttached('pasted.txt')
})

test('a file that arrives after the submission is refused', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  const user = await aUser(db, { tenant })
  const id = await anAssessment(db, { user, contentSetId, type: 'certification' })
  const element = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .where('key', '=', 'A')
    .executeTakeFirstOrThrow()
  await page.clock.install()
  await enter(page, user, `/assessment/${id}/edit?elementId=${element.id}`)
  const files = attachmentsOn(page)
  await page.route(/\/completion\?sha256=/, (route) => route.abort('internetdisconnected'))
  await files.input.setInputFiles(text('late.txt'))
  const late = files.row('late.txt')
  await expect(late.getByText('Waiting for a connection')).toBeVisible()
  await callAs(page, { method: 'POST', path: `/assessments/${id}/submission` })
  await page.unrouteAll()
  await page.clock.fastForward(3000)
  await expect(late).toContainText('This assessment has been submitted')
  await expect(files.add).toBeHidden()
  await expect(late.getByRole('button', { name: 'Try again' })).toBeHidden()
  await late.getByRole('button', { name: 'Dismiss late.txt' }).click()
  await expect(late).toContainText(
    'This file was not uploaded before the assessment was submitted, so it is not included.',
  )
  await expect(late.getByRole('button')).toBeHidden()
})
