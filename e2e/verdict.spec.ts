import { answerWith } from 'api/testing/answer-with'
import { aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { VERDICT_SETS } from 'api/testing/verdict-sets'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a staged result says its band, what stops the next one, and the band of each element', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: VERDICT_SETS.staged })
  const user = await aUser(db, { tenant })
  const id = await anAssessment(db, { user, contentSetId })
  // Everything is in place except one statement of two domains.
  await answerWith(db, { assessment: id }, ({ key }) => (['D3.4', 'D7.3'].includes(key) ? 1 : 2))
  const report = await aReport(db, user, id)
  await enter(page, user)
  await expect(
    page.getByText('Entry organisation. Managed organisation needs 2 more statements.'),
  ).toBeVisible()
  await expectGoodLooks(page, 'verdict-overview')
  await page.getByRole('link', { name: 'View report: Action report' }).click()
  await expect(page).toHaveURL(new RegExp(`/${report}`))
  const next = page.getByRole('region', { name: 'What comes next' })
  await expect(next).toContainText('We have reached Entry organisation.')
  await expect(next).toContainText('Asset management and Supplier management are below Managed.')
  await expect(next).toContainText('which together reach Managed organisation')
  await expect(next.getByText('1.5 points in 2 steps')).toHaveCount(2)
  await expect(next.getByRole('heading', { name: 'What stops Managed organisation' })).toBeVisible()
  const stops = next.getByRole('list').last().getByRole('listitem')
  await expect(stops).toHaveText([/D3\.4.*Needs: In place/, /D7\.3.*Needs: In place/])
  await expectGoodLooks(page, 'verdict-report')
  const elements = page.getByRole('region', { name: 'Elements' })
  await expect(elements.locator('summary').filter({ hasText: 'Proven' })).toHaveCount(7)
  await page.getByRole('button', { name: 'View as table' }).click()
  const bands = page.getByRole('table', { name: 'Current and future levels by element' })
  await expect(bands.getByRole('row', { name: /Asset management/ })).toContainText('Entry')
  await expect(bands.getByRole('row', { name: /Governance/ })).toContainText('Proven')
  await expectGoodLooks(page, 'verdict-table')
})

test('a review says which knock-outs stop the lowest band, and the certificate’s preview what the next one lacks', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: VERDICT_SETS.knockOut })
  const user = await aUser(db, { tenant })
  const { review } = await aSubmission(db, { user, contentSetId, is: 'reviewed' })
  const auditor = await anAuditor(db, tenant)
  const certify = async (value: number) =>
    await answerWith(db, { review }, ({ is_key: isKey }) => (isKey ? value : 1))
  await certify(2)
  await enter(page, auditor, `/admin/reviews/${review}`)
  const decision = page.getByRole('group', { name: 'Decision' })
  await expect(decision).toContainText('Pass needs 3 more statements.')
  await expect(decision).toContainText('F1, E2 and M3')
  await expectGoodLooks(page, 'verdict-review')
  await certify(3)
  await page.reload()
  await decision.getByRole('button', { name: 'Certify' }).click()
  const preview = page.getByRole('alertdialog')
  await expect(preview).toContainText('Pass with merit needs 24.5 more points overall')
  await expectGoodLooks(page, 'verdict-certify')
})
