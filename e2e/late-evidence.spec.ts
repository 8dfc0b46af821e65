import type { Page } from '@playwright/test'
import { aBandedSet } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { callAs } from './call-as.ts'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const attachments = (page: Page) => page.getByRole('region', { name: 'Attachments' })

test('a file that comes after the submission is refused, and the page says that it is closed', async ({
  page,
  db,
}) => {
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
  await enter(page, user, `/assessment/${id}/edit?elementId=${element.id}`)
  const files = attachments(page)
  await page.route(/\/completion\?sha256=/, (route) => route.abort('internetdisconnected'))
  await files
    .locator('input[type=file]')
    .setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('Agreed.') })
  const late = files.getByRole('listitem', { name: 'late.txt' })
  await expect(late.getByText('Waits for the connection')).toBeVisible()
  // Elsewhere, the same person submits meanwhile.
  await callAs(page, { method: 'POST', path: `/assessments/${id}/submission` })
  await page.unrouteAll()
  await expect(late).toContainText('This assessment is closed')
  await expect(late.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(files.getByRole('button', { name: 'Add a file' })).toHaveCount(0)
  await expectGoodLooks(page, 'late-evidence')
  await late.getByRole('button', { name: 'Dismiss late.txt' }).click()
  await expect(late).toContainText('It is no part of the assessment: it had not arrived')
  await expect(late.getByRole('button')).toHaveCount(0)
})
