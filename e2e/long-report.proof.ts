import {
  THIS_YEAR,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { aGeneratedReport } from 'api/testing/generated-report'
import { longSet } from 'api/testing/long-set'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const OPEN_ALL =
  "for (const details of document.querySelectorAll('#elements details')) details.open = true"

test('of 120 elements with 360 statements the page shows parts: on demand, by address, by keyboard and on paper', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aSmallSet() })
  const user = await aUser(db, { tenant })
  const assessmentId = await anAssessment(db, { user, contentSetId })
  const owner = { user, assessmentId, year: THIS_YEAR }
  const long = longSet({ elements: 120, statements: 3, responses: 3 })
  const path = `/action-reports/${await aGeneratedReport(db, owner, long)}`
  await enter(page, user, '/favicon.svg')
  await go(page, path)
  const elements = page.getByRole('region', { name: 'Elements' })
  const statements = elements.getByText(/^We know who answers for part/)
  await expect(elements.getByText('Group 7', { exact: true })).toBeVisible()
  expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(2500)
  const first = await statements.count()
  expect(first).toBeLessThan(10)

  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Group 7', exact: true }).click()
  await contents.getByRole('link', { name: 'Element 107 of many' }).click()
  await expect(elements.getByRole('heading', { name: 'Element 107 of many' })).toBeInViewport()
  await expect(statements.filter({ hasText: 'element 107,' })).toHaveCount(3)
  await go(page, `${path}#element-118`)
  await page.reload()
  await expect(elements.getByRole('heading', { name: 'Element 118 of many' })).toBeInViewport()
  await expect(statements.filter({ hasText: 'element 118,' })).toHaveCount(3)
  await elements.locator('summary', { hasText: 'Group 9' }).focus()
  await page.keyboard.press('Enter')
  await expect(elements.getByRole('heading', { name: 'Element 109 of many' })).toBeVisible()
  await expectGoodLooks(page, 'report-long')

  const find = page.getByRole('searchbox', { name: 'Find an element or statement' })
  await find.fill('e77-2')
  const rows = elements.getByRole('heading', { level: 3 })
  await expect(rows).toHaveText(['E77Element 77 of many'])
  await find.fill('')
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByText('Group 3', { exact: true }).click()
  await expect(profile.getByRole('img', { name: /^6 elements/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an element', exact: true }).fill('E105')
  await expect(profile.getByRole('img', { name: /^1 element\./ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an element', exact: true }).fill('')
  // Each pass opens the parts that the one before rendered.
  await expect(async () => {
    await page.evaluate(OPEN_ALL)
    await expect(statements).toHaveCount(360, { timeout: 1000 })
  }).toPass()
  await expect(elements.locator('details:not([open])')).toHaveCount(0)

  const open = await statements.count()
  await page.emulateMedia({ media: 'print' })
  await expect(statements.filter({ visible: true })).toHaveCount(360)
  await page.emulateMedia({ media: 'screen' })
  await expect(statements).toHaveCount(open)
  const actions = page.getByRole('region', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Show 100 more' }).click()
  await expect(actions.getByRole('row')).toHaveCount(108)
  await page.reload()
  await expect(actions.getByText(/^Showing 107 of/)).toBeVisible()
})
