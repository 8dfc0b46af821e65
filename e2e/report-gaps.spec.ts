import type { Locator, Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import {
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { pdfText } from 'api/testing/pdf-text'
import { enter, expect, test } from './fixtures.ts'

const LONG = 'Continuity of every important service and of those whom our customers rely upon'

test('an element without a score is a gap in the shape, and its figures say Not scored', async ({
  page,
  db,
}) => {
  await openReport(page, db, (index) => ['Governance', 'People', 'Data', 'Suppliers'][index] ?? '')
  const outlines = page.locator('.radar-outlines path')
  await expect(outlines).toHaveCount(2)
  for (const outline of await outlines.all())
    // Two sides of four, and none through the middle.
    expect(await outline.getAttribute('d')).toMatch(/^M[^MLZ]+L[^MLZ]+L[^MLZ]+$/)
  await expect(page.getByText('Not scored').first()).toBeVisible()
  const elements = page.getByRole('region', { name: 'Elements' })
  await expect(elements.getByText('Not scored')).toHaveCount(1)
  await expect(elements.getByText('– → –')).toHaveCount(0)
  await page.getByRole('button', { name: 'View as table' }).click()
  const row = page.getByRole('row', { name: /People/ })
  await expect(row.getByRole('cell')).toHaveText(['Not scored', 'Not scored', '–'])
})

test('no name of the shape is cut off, and each printed page says what it is of', async ({
  page,
  db,
}) => {
  await openReport(page, db, (index) => `${LONG} ${index}`)
  const figure = page.locator('figure').filter({ hasText: 'Shape by element' })
  const names = figure.locator('.radar-name')
  await expect(names).toHaveCount(4)
  const [left, right] = await edgesOf(figure)
  for (const name of await names.all()) {
    const [from, to] = await edgesOf(name)
    expect(from).toBeGreaterThanOrEqual(left)
    expect(to).toBeLessThanOrEqual(right)
  }
  const pages = await pdfText(await page.pdf({ preferCSSPageSize: true }))
  for (const each of pages) expect(each).toContain('MillbrookCare,Actionreport')
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

function edgesOf(part: Locator): Promise<[number, number]> {
  return part.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return [left, right]
  })
}
