import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import {
  OVERVIEW,
  aCertifiableYear,
  startReview,
  certificateOf,
  certify,
  confirm,
  returnReview,
  review,
} from './reviewing.ts'

const REFUSAL = 'No evidence was attached.'
const FORGED = 'The evidence was forged.'

test('a refused assessment is submitted again, certified and revoked', async ({
  page: respondent,
  as,
  browser,
  db,
}) => {
  const { user, admin, auditor, certificates } = await aCertifiableYear(db)
  await enter(respondent, user, OVERVIEW)
  const reviewer = await as(auditor, '/admin')
  const manager = await as(admin, certificates)
  await confirm(respondent, 'Submit for review')
  await startReview(reviewer)
  await returnReview(reviewer, { button: 'Refuse', reason: REFUSAL })
  await expect(reviewer.getByText('Refused.', { exact: true })).toBeVisible()
  const toast = reviewer.getByRole('listitem').filter({ hasText: 'Certificate refused' })
  await expect(toast).toHaveCSS('opacity', '1')
  await expectGoodLooks(reviewer, 'review-refused')
  await go(respondent, OVERVIEW)
  const refused = respondent.getByRole('region', { name: 'Refused' })
  await expect(refused).toContainText('Refused by Ada Auditor')
  await expect(refused).toContainText(REFUSAL)
  await go(manager, certificates)
  const none = manager.getByText('There are no certifications for this user yet.')
  await expect(none).toBeVisible()

  await confirm(respondent, 'Submit for review')
  await startReview(reviewer)
  await reviewer.getByText('History').click()
  await expect(reviewer.getByText(REFUSAL).first()).toBeVisible()
  await review(reviewer, ['Starting', 'Starting', 'Starting', 'Starting'])
  await certify(reviewer)
  await go(manager, certificates)
  await expect(manager.getByText('Valid', { exact: true })).toBeVisible()
  const revoke = { name: 'Revoke certificate' }
  await expect(manager.getByRole('button', revoke)).toHaveCount(0)

  const { id, code } = await certificateOf(db, user.id)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(new URL(`/verify/${code}`, respondent.url()).href)
  const verified = visitor.getByRole('region', { name: 'Certificate' })
  await expect(verified).toContainText('Valid')
  await go(reviewer, `${certificates}/${id}`)
  await reviewer.getByRole('button', revoke).click()
  const dialog = reviewer.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(FORGED)
  await dialog.getByRole('button', revoke).click()
  await expect(reviewer.getByText(/^Revoked on/)).toBeVisible()
  await visitor.reload()
  await expect(verified.getByText('Revoked', { exact: true }).first()).toBeVisible()
  await expect(visitor.getByText(FORGED)).toHaveCount(0)
  await expectGoodLooks(visitor, 'verify-revoked-band')
  await visitor.context().close()
  await go(respondent, `/certification/${id}`)
  await expect(respondent.getByText(FORGED)).toBeVisible()
  await expect(respondent.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await expectGoodLooks(respondent, 'certificate-revoked')
  await go(respondent, OVERVIEW)
  const revoked = respondent.getByRole('heading', { name: 'Your certificate was revoked' })
  await expect(revoked).toBeVisible()
  await go(manager, certificates)
  await expect(manager.getByText('Revoked', { exact: true })).toBeVisible()
})
