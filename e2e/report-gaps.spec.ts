import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import {
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

test('an element without a score says Not scored, in the figures and in the table', async ({
  page,
  db,
}) => {
  await openReport(page, db, (index) => ['Governance', 'People', 'Data', 'Suppliers'][index] ?? '')
  await expect(page.getByText('Not scored').first()).toBeVisible()
  const elements = page.getByRole('region', { name: 'Elements' })
  await expect(elements.getByText('Not scored')).toHaveCount(1)
  await expect(elements.getByText('– → –')).toHaveCount(0)
  await page.getByRole('button', { name: 'View as table' }).click()
  const row = page.getByRole('row', { name: /People/ })
  await expect(row.getByRole('cell')).toHaveText(['Not scored', 'Not scored', '–'])
})

/** Four elements; the second is optional and was left out. */
async function openReport(page: Page, db: Db, titleOf: (index: number) => string) {
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const set = aSmallSet(4, 2)
  const elements = set.elements.map((element, index) => ({
    ...element,
    title: titleOf(index),
    required: index !== 1,
  }))
  const contentSetId = await aContentSet(db, { tenant, file: { ...set, elements } })
  const user = await aUser(db, { tenant })
  const answered = elements.filter(({ required }) => required).map(({ key }) => key)
  const assessment = await anAssessment(db, { user, contentSetId, answered })
  await enter(page, user, `/action-reports/${await aReport(db, user, assessment)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Action report')
}
