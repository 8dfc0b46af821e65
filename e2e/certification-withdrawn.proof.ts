import { enter, expect, go, test } from './fixtures.ts'
import { OVERVIEW, aCertifiableYear, confirm } from './reviewing.ts'

test('a withdrawn submission can’t be reviewed, a started review not withdrawn', async ({
  page: respondent,
  as,
  db,
}) => {
  const { user, auditor } = await aCertifiableYear(db)
  await enter(respondent, user, OVERVIEW)
  await confirm(respondent, 'Submit for review')
  const reviewer = await as(auditor, '/admin/reviews')
  await reviewer.getByRole('link', { name: /^Operational Resilience/ }).click()
  const outcome = reviewer.getByLabel('Outcome')
  await expect(outcome).toContainText('BandShown when all statements are reviewed')
  const startButton = reviewer.getByRole('button', { name: 'Start review' })
  await startButton.click()
  const question = reviewer.getByRole('alertdialog')
  await expect(question).toContainText('can’t withdraw the submission')
  await confirm(respondent, 'Withdraw')
  await expect(respondent.getByRole('button', { name: 'Submit for review' })).toBeVisible()
  await question.getByRole('button', { name: 'Start review' }).click()
  await expect(question).toHaveCount(0)
  const notStarted = reviewer
    .getByRole('listitem')
    .filter({ hasText: 'The review was not started' })
  await expect(notStarted).toContainText('The submission was withdrawn, so its review has ended.')
  await expect(reviewer.getByText('Withdrawn.', { exact: true })).toBeVisible()
  await expect(outcome).not.toContainText('Band')
  await expect(startButton).toHaveCount(0)
  await expect(notStarted).toHaveCSS('opacity', '1')
  await go(reviewer, '/admin/reviews')
  await expect(reviewer.getByText('No reviews are waiting')).toBeVisible()

  await confirm(respondent, 'Submit for review')
  await respondent.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = respondent.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await go(reviewer, '/admin/reviews')
  await reviewer.getByRole('link', { name: /^Operational Resilience/ }).click()
  await expect(reviewer.getByText('This submission is waiting for review.')).toBeVisible()
  await confirm(reviewer, 'Start review')
  await expect(reviewer.getByRole('button', { name: 'Certify' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog).toHaveCount(0)
  const toast = respondent
    .getByRole('listitem')
    .filter({ hasText: 'The submission was not withdrawn' })
  await expect(toast).toContainText(
    'The review has started, so you can no longer withdraw the submission.',
  )
  const heading = respondent.getByRole('heading', { name: 'Under review by Ada Auditor' })
  await expect(heading).toBeVisible()
  await expect(respondent.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await expect(toast).toHaveCSS('opacity', '1')
})
