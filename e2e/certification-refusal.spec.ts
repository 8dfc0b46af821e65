import { aCertification } from 'api/testing/certifying'
import { THIS_YEAR } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectAsks, expectClosingAsks } from './leaving.ts'
import { expectGoodLooks } from './looks.ts'
import { playerOn } from './player.ts'
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

test('a complete self-assessment becomes a certification, is refused, submitted again and certified, which replaces the certificate before, and revoked', async ({
  page: respondent,
  as,
  db,
}) => {
  const { user, contentSetId, auditor, certificates } = await aCertifiableYear(
    db,
    'self_assessment',
  )
  const last = await aCertification(db, { user, contentSetId, year: THIS_YEAR - 1 })
  await enter(respondent, user)
  await respondent.getByRole('button', { name: 'Submit for certification' }).click()
  await expect(respondent.getByRole('radio', { name: 'Certification' })).toBeChecked()
  await respondent.getByRole('link', { name: 'Continue' }).click()
  const player = playerOn(respondent)
  await player.complete.click()
  await player.check.click()
  await player.createReport.click()
  await expect(respondent.getByText('All required elements are complete').first()).toBeVisible()
  await go(respondent, OVERVIEW)
  const reviewer = await as(auditor, '/admin')
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

  await confirm(respondent, 'Submit for review')
  await startReview(reviewer)
  await reviewer.getByText('History').click()
  await expect(reviewer.getByText(REFUSAL).first()).toBeVisible()
  await review(reviewer, ['Starting', 'Starting', 'Starting', 'Starting'])
  await reviewer.getByRole('button', { name: 'Certify' }).click()
  await expect(
    reviewer.getByText(/^The new certificate replaces certificate .+-0001/),
  ).toBeVisible()
  await expectGoodLooks(reviewer, 'certify-replaces')
  await reviewer.getByLabel('Valid until').fill('2099-01-01')
  await expectClosingAsks(reviewer)
  await expectAsks(reviewer, 'the expiry date', () => reviewer.keyboard.press('Escape'))
  await reviewer.keyboard.press('Escape')
  await reviewer.getByRole('button', { name: 'Discard changes' }).click()
  await certify(reviewer)
  const { id, code } = await certificateOf(db, user.id)
  await go(reviewer, certificates)
  await expect(reviewer.getByText('Valid', { exact: true })).toBeVisible()
  await expect(reviewer.getByText('Replaced', { exact: true })).toBeVisible()
  await go(respondent, `/certification/${last.id}`)
  await expect(respondent.getByRole('heading', { name: /^Replaced on / })).toBeVisible()
  await expectGoodLooks(respondent, 'certificate-replaced')
  await respondent.getByRole('link', { name: `View the certificate for ${THIS_YEAR}` }).click()
  await expect(respondent.getByRole('region', { name: 'Certificate' })).toContainText(
    'Certified on',
  )
  await go(reviewer, `${certificates}/${id}`)
  const revoke = { name: 'Revoke certificate' }
  await reviewer.getByRole('button', revoke).click()
  const dialog = reviewer.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(FORGED)
  await dialog.getByRole('button', revoke).click()
  await expect(reviewer.getByText(/^Revoked on/)).toBeVisible()
  await go(reviewer, certificates)
  await expect(reviewer.getByText('Revoked', { exact: true })).toBeVisible()

  await go(respondent, `/certification/${id}`)
  await expect(respondent.getByText(FORGED)).toBeVisible()
  await expect(respondent.getByRole('button', { name: /^Download/ })).toBeHidden()
  await expectGoodLooks(respondent, 'certificate-revoked')
  await go(respondent, OVERVIEW)
  const revoked = respondent.getByRole('heading', { name: 'Your certificate was revoked' })
  await expect(revoked).toBeVisible()
  // Everyone may check a code, but not read why.
  await go(respondent, `/verify/${code}`)
  const verified = respondent.getByRole('region', { name: 'Certificate' })
  await expect(verified.getByRole('heading', { name: /^Revoked on / })).toBeVisible()
  await expect(verified).toContainText('no longer holds this certificate for')
  await expect(respondent.getByText(FORGED)).toBeHidden()
  await expectGoodLooks(respondent, 'verify-revoked-band')
})
