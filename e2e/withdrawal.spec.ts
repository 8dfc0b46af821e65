import type { Db } from 'api/db/driver'
import { aSubmission, anAuditor } from 'api/testing/certifying'
import { OVERVIEW } from './certification-cast.ts'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { confirm } from './reviewing.ts'

/** Submitted, and nobody has begun with it. */
async function aWaiting(db: Db) {
  const { tenant, ...of } = await aSmallOrganisation(db)
  const { review } = await aSubmission(db, of)
  return { user: of.user, auditor: await anAuditor(db, tenant), path: `/admin/reviews/${review}` }
}

test('what is withdrawn while an auditor looks at it cannot be begun, and the auditor is told so', async ({
  page: respondent,
  db,
  as,
}) => {
  const { user, auditor, path } = await aWaiting(db)
  const reviewer = await as(auditor, path)
  const outcome = reviewer.getByLabel('Outcome')
  await expect(outcome).toContainText('BandWhen all are reviewed')
  await reviewer.getByRole('button', { name: 'Begin the review' }).click()
  const dialog = reviewer.getByRole('alertdialog')
  await expect(dialog).toContainText('cannot withdraw the submission any more')
  await enter(respondent, user, OVERVIEW)
  await confirm(respondent, 'Withdraw')
  await expect(respondent.getByRole('button', { name: 'Submit for review' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Begin the review' }).click()
  await expect(dialog).toHaveCount(0)
  const toast = reviewer.getByRole('listitem').filter({ hasText: 'Not started' })
  await expect(toast).toContainText('The submission was withdrawn meanwhile.')
  await expect(reviewer.getByText('Withdrawn.', { exact: true })).toBeVisible()
  await expect(outcome).not.toContainText('Band')
  await expect(reviewer.getByRole('button', { name: 'Begin the review' })).toHaveCount(0)
  await expect(toast).toHaveCSS('opacity', '1')
  await expectGoodLooks(reviewer, 'review-withdrawn')
  await go(reviewer, '/admin/reviews')
  await expect(reviewer.getByText('Nothing waits for review')).toBeVisible()

  await confirm(respondent, 'Submit for review')
  await go(reviewer, '/admin/reviews')
  await reviewer.getByRole('link', { name: /^Operational Resilience/ }).click()
  await expect(reviewer.getByText('This submission waits for review.')).toBeVisible()
  await expect(reviewer).not.toHaveURL(new RegExp(`${path}$`))
})

test('what an auditor has begun meanwhile cannot be withdrawn, and the respondent is told so', async ({
  page: respondent,
  db,
  as,
}) => {
  const { user, auditor, path } = await aWaiting(db)
  await enter(respondent, user, OVERVIEW)
  await respondent.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = respondent.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  const reviewer = await as(auditor, path)
  await confirm(reviewer, 'Begin the review')
  await expect(reviewer.getByRole('button', { name: 'Certify' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog).toHaveCount(0)
  const toast = respondent.getByRole('listitem').filter({ hasText: 'It was not withdrawn' })
  await expect(toast).toContainText('The review has begun, so it can no longer be withdrawn.')
  await expect(
    respondent.getByRole('heading', { name: 'Under review by Ada Auditor' }),
  ).toBeVisible()
  await expect(respondent.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await expect(toast).toHaveCSS('opacity', '1')
  await expectGoodLooks(respondent, 'not-withdrawn')
})
