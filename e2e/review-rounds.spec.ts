import type { Page } from '@playwright/test'
import { THIS_YEAR, aContentSet } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { callAs } from './call-as.ts'
import { enter, expect, test, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aRound } from './reviewing.ts'

const position = (page: Page, number: number) => page.getByText(`Statement ${number} of 6`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a second review leads to the changed statement', async ({ page, as, db }) => {
  const round = await aRound(db, 'reviewed')
  const { tenant, auditor, user, contentSetId, assessment, review, path } = round
  await enter(page, auditor, path)
  const reason = 'Look at the second element again.'
  const body = { version: 1, reason }
  await callAs(page, { method: 'POST', path: `/reviews/${review}/return`, body })
  const rosa = await as(user, '/help')
  const next = rosa.getByRole('complementary', { name: 'Your next step' })
  await expect(next, 'also where visitors come').toBeVisible()
  await turnTo(rosa, '/action-reports')
  await expect(next).toContainText(`Ada Auditor returned your certification for ${THIS_YEAR}.`)
  await expectGoodLooks(rosa, 'returned-notice')
  const other = await aContentSet(db, { tenant, file: { ...aTinySet(), title: 'Spare' } })
  await turnTo(rosa, `/?type=certification&set=${other}`)
  await expect(next, 'it is another’s').toContainText(`certification for Tiny ${THIS_YEAR}.`)
  await next.getByRole('link', { name: 'See what to change' }).click()
  await expect(rosa.getByRole('region', { name: 'Returned' })).toContainText(reason)
  await expect(next, 'the page says it in full').toHaveCount(0)
  const statement = await db
    .selectFrom('statements as s')
    .innerJoin('statement_responses as r', 'r.statement_id', 's.id')
    .select(['s.id', 's.element_id', 'r.id as response'])
    .where('s.content_set_id', '=', contentSetId)
    .where('r.key', '=', 'B2-2')
    .executeTakeFirstOrThrow()
  const base = `/assessments/${assessment}`
  const answer = {
    key: crypto.randomUUID(),
    statement_id: statement.id,
    state: 1,
    statement_response_id: statement.response,
    not_applicable_reason: null,
    version: 1,
  }
  await callAs(rosa, { method: 'PUT', path: `${base}/responses`, body: answer })
  const completion = `${base}/elements/${statement.element_id}/completion`
  await callAs(rosa, { method: 'POST', path: completion })
  await callAs(rosa, { method: 'POST', path: `${base}/submission` })

  await turnTo(rosa, '/settings')
  await expect(rosa.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(next).toHaveCount(0)

  // A mail about the first round leads to the second one.
  await turnTo(page, path)
  await expect(page.getByText('1 statement changed since round 1')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(path))
  await turnTo(page, '/admin/reviews?state=ended')
  await page.getByRole('link', { name: /^Tiny 20/ }).click()
  await expect(page).toHaveURL(new RegExp(path))
  await button(page, 'Next statement').click()
  await expect(position(page, 2)).toBeVisible()
  await page.getByRole('link', { name: 'Open round 2' }).click()
  await expect(page.getByText('1 statement changed since round 1')).toBeVisible()
  await button(page, 'Next changed statement').click()
  await expect(page.getByRole('heading', { name: 'Statement B2' })).toBeFocused()
  await expect(page.getByText('The current response changed. Previously: Low.')).toBeVisible()
  await page.getByText('History').click()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText('Certification assessment returned, Ada Auditor')).toBeVisible()
})
