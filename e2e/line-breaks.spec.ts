import type { Page } from '@playwright/test'
import { aCertification, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { joinedFields, linedSet, lines } from 'api/testing/lined-set'
import { enter, expect, go, test } from './fixtures.ts'
import { playerOn } from './player.ts'

test('every text keeps its lines in the player, on the check, in the report, its preview, the review and the certificate', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: linedSet() })
  const assessment = await anAssessment(db, { user, contentSetId })
  const { id } = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const shows = async (on: Page, ...fields: string[]) =>
    expect(joinedFields(await on.locator('main').innerText(), fields)).toEqual([])

  await enter(page, user, `/assessment/${assessment}?elementId=${id}`)
  const player = playerOn(page)
  await player.at(String.raw`\d of 2`)
  await page.getByText('Guidance', { exact: true }).click()
  await expect(page.getByText('guidanceone:')).toBeVisible()
  await shows(page, 'statement', 'guidance', 'response')
  const saved = page.waitForResponse(/\/notes$/)
  await player.notes.fill('noteone:\nnotetwo')
  await saved
  await player.check.click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
  await shows(page, 'statement')

  const report = await aReport(db, user, assessment)
  await go(page, `/action-reports/${report}`)
  await expect(page.getByRole('heading', { name: 'Elements' })).toBeVisible()
  await expect(page.getByText('introductionone:')).toBeVisible()
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
  await shows(page, 'introduction', 'element', 'band', 'statement', 'action', 'note')

  const admin = await as(
    await aUser(db, { tenant, roles: ['admin'] }),
    `/admin/content-sets/${contentSetId}/preview`,
  )
  await expect(admin.getByText('introductionone:')).toBeVisible()
  await shows(admin, 'introduction', 'action')

  const { review } = await aSubmission(db, { user, contentSetId, is: 'started' })
  const auditor = await as(await anAuditor(db, tenant), `/admin/reviews/${review}`)
  await expect(auditor.getByText('statementone:').first()).toBeVisible()
  await shows(auditor, 'statement', 'response')

  const holder = await aUser(db, { tenant })
  const certificate = await aCertification(db, { user: holder, contentSetId })
  const revoked = {
    revoked_at: new Date().toISOString(),
    revoked_by: 1,
    revoked_reason: lines('revoked'),
  }
  await db.updateTable('certifications').set(revoked).where('id', '=', certificate.id).execute()
  const held = await as(holder, `/certification/${certificate.id}`)
  await expect(held.getByText('revokedone:')).toBeVisible()
  await shows(held, 'revoked')
})
