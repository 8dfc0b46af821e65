import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import type { AssessmentType } from 'contract/fields'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aSmallSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { expect } from './fixtures.ts'

/** Decisions right after moving to a statement are ignored, for this many milliseconds. */
export const UNREAD_FOR = 300

export const OVERVIEW = '/?type=certification'

/** An answered assessment, of a certification by default, with its respondent, company admin and auditor. */
export async function aCertifiableYear(db: Db, type: AssessmentType = 'certification') {
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const { certificationBands } = aBandedSet()
  const file = { ...aSmallSet(), ...(certificationBands && { certificationBands }) }
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant, name: 'Care Manager', movesOn: false })
  await anAssessment(db, { user, contentSetId, type })
  const admin = await aUser(db, { tenant, roles: ['admin'], name: 'Ed Admin' })
  const certificates = `/admin/users/${user.id}/certifications`
  return { user, contentSetId, admin, auditor: await anAuditor(db, tenant), certificates }
}

/** A submission in which the lowest response is declared. */
export async function aRound(
  db: Db,
  is: Parameters<typeof aSubmission>[1]['is'] = 'started',
  file = aBandedSet(),
) {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  const auditor = await anAuditor(db, tenant, { name: 'Ada Auditor' })
  const { assessment, review } = await aSubmission(db, { user, contentSetId, is })
  const path = `/admin/reviews/${review}`
  return { tenant, contentSetId, user, auditor, assessment, review, path }
}

export async function certificateOf(db: Db, userId: number) {
  return await db
    .selectFrom('certifications')
    .select(['id', 'number', 'code'])
    .select((row) => row.cast<string>('valid_until', 'text').as('valid_until'))
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** Presses a button and confirms its question. */
export async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Opens the submission in the queue and starts its review. */
export async function startReview(page: Page) {
  await page.goto(new URL('/admin/reviews', page.url()).href)
  await page.getByRole('link', { name: /^Operational Resilience/ }).click()
  await confirm(page, 'Start review')
}

/** Certifies a response for each statement, in order. */
export async function review(page: Page, levels: readonly string[]): Promise<void> {
  for (const [index, level] of levels.entries()) {
    const position = `${index + 1} of ${levels.length}`
    await expect(page.getByText(`Statement ${position}`)).toBeVisible()
    await page.getByRole('radio', { name: new RegExp(level) }).check({ force: true })
    await expect(page.getByText(`${position} reviewed`)).toBeVisible()
    if (index < levels.length - 1)
      await page.getByRole('button', { name: 'Next statement' }).click()
  }
}

/** Issues the certificate and returns its number. */
export async function certify(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Certify' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue certificate' }).click()
  const issued = page.getByText(/^Certificate .* issued$/).first()
  await expect(issued).toBeVisible()
  return /Certificate (.*) issued/.exec((await issued.textContent()) ?? '')?.[1] ?? ''
}

/** Returns the assessment or refuses the certificate, with a reason. */
export async function returnReview(
  page: Page,
  how: { button: 'Return' | 'Refuse'; reason: string },
): Promise<void> {
  await page.getByRole('button', { name: how.button, exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(how.reason)
  await dialog.getByRole('button', { name: new RegExp(`^${how.button}`) }).click()
  await expect(dialog).toHaveCount(0)
}
