import {
  OVERVIEW,
  before,
  certificateOf,
  subjectsTo,
  theThree,
  unsent,
} from './certification-cast.ts'
import { expect } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { test } from './own-product.ts'
import { certify, confirm, giveBack, review } from './reviewing.ts'

const NONE = 'There are no certifications for this user yet.'
const REFUSAL = 'No evidence was attached.'
const FORGED = 'The evidence was forged.'

test.use({ actionTimeout: 20_000 })

test('refused, certified after all, and revoked before its end: three people see each, and nobody is reminded of it', async ({
  product,
}) => {
  test.setTimeout(300_000)
  const { db, go, visit } = product
  const three = await theThree(product)
  const { user, admin, respondent, manager, reviewer, beginReview, openCertificates } = three

  await test.step('the refusal stands with its reason at the respondent, and no certificate at the admin', async () => {
    await confirm(respondent, 'Submit for review')
    await beginReview()
    await giveBack(reviewer, { button: 'Refuse', reason: REFUSAL })
    await expect(reviewer.getByText('Refused.', { exact: true })).toBeVisible()
    const toast = reviewer.getByRole('listitem').filter({ hasText: 'The certificate was refused' })
    await expect(toast).toHaveCSS('opacity', '1')
    await expectGoodLooks(reviewer, 'review-refused')
    await go(respondent, OVERVIEW)
    const refused = respondent.getByRole('region', { name: 'Refused' })
    await expect(refused).toContainText('Refused by Ada Auditor')
    await expect(refused).toContainText(REFUSAL)
    await expectGoodLooks(respondent, 'refused')
    await openCertificates()
    await expect(manager.getByText(NONE)).toBeVisible()
    await expect
      .poll(() => subjectsTo(product, user.email))
      .toEqual(['Your assessment was not certified'])
  })

  await test.step('submitted again, the auditor sees the refusal before, and certifies', async () => {
    await confirm(respondent, 'Submit for review')
    await beginReview()
    await reviewer.getByText('History').click()
    await expect(reviewer.getByText(REFUSAL).first()).toBeVisible()
    await review(reviewer, ['Starting', 'Starting', 'Starting', 'Starting'])
    await certify(reviewer)
    await openCertificates()
    await expect(manager.getByText('Valid', { exact: true })).toBeVisible()
    await expect(manager.getByRole('button', { name: 'Revoke the certificate' })).toHaveCount(0)
  })

  const { id, code, number, valid_until: end } = await certificateOf(db, user.id)
  const visitor = await visit(user.host, `/verify/${code}`)
  const verified = visitor.getByRole('region', { name: 'Certificate' })

  await test.step('revoked a hundred days before its end, it is so for everybody from then on', async () => {
    await product.moveTo(before(end, 100))
    await visitor.reload()
    await expect(verified).toContainText('Valid')
    await three.openAsAuditor(id)
    await reviewer.getByRole('button', { name: 'Revoke the certificate' }).click()
    const dialog = reviewer.getByRole('alertdialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(FORGED)
    await dialog.getByRole('button', { name: 'Revoke the certificate' }).click()
    await expect(reviewer.getByText(/^Revoked on/)).toBeVisible()
    await visitor.reload()
    await expect(verified.getByText('Revoked', { exact: true }).first()).toBeVisible()
    await expect(visitor.getByText(FORGED)).toHaveCount(0)
    await expectGoodLooks(visitor, 'verify-revoked-band')
    await go(respondent, `/certification/${id}`)
    await expect(respondent.getByText(FORGED)).toBeVisible()
    await expect(respondent.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await expectGoodLooks(respondent, 'certificate-revoked')
    await openCertificates()
    await expect(manager.getByText('Revoked', { exact: true })).toBeVisible()
  })

  await test.step('it is neither reminded of nor does it expire', async () => {
    for (const days of [90, 30, 7, -1]) await product.moveTo(before(end, days))
    await visitor.reload()
    await expect(verified.getByText('Revoked', { exact: true }).first()).toBeVisible()
    await openCertificates()
    await expect(manager.getByText('Revoked', { exact: true })).toBeVisible()
    await go(manager, '/admin')
    await expect(manager.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect(manager.getByText(number)).toHaveCount(0)
    // The sweep of the last day has ended once the product has stopped.
    await product.moveTo(before(end, -2))
    await expect.poll(() => unsent(db)).toBe(0)
    for (const { email } of [user, admin])
      expect(subjectsTo(product, email).join()).not.toContain('expires')
  })
})
