import { demoSet } from 'api/demo/demo-set'
import { aContentSet, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const PART = ['Part A: Organisation', 'Access', 'Remote access']
const DEEPEST = [...PART, 'Suppliers and their staff']

test('headings of any depth are above elements in list, player, builder and report', async ({
  page,
  db,
}) => {
  const { elements, ...rest } = demoSet()
  const file = {
    ...rest,
    elements: elements.slice(0, 4).map(({ group: _, ...element }, index) => ({
      ...element,
      path: index < 2 ? PART : index < 3 ? DEEPEST : ['Part B', 'Access', 'Remote access'],
    })),
  }
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant })
  await aReport(db, user, await anAssessment(db, { user, contentSetId }))
  await enter(page, user)
  const deepest = page.getByText(DEEPEST.join(' › ')).first()
  const others = page.getByText('Part B › Access › Remote access').first()
  await expect(deepest).toBeVisible()
  await expect(others).toBeVisible()
  await expectGoodLooks(page, 'headings-overview')
  await page
    .getByRole('main')
    .getByRole('link', { name: file.elements[2]?.title ?? '' })
    .first()
    .click()
  await expect(deepest).toBeVisible()
  await expectGoodLooks(page, 'headings-player')

  await go(page, '/action-reports')
  await page.getByRole('link', { name: 'View report' }).click()
  await expect(deepest).toBeVisible()
  await expectGoodLooks(page, 'headings-report')

  await enter(page, await anAdmin(db, { tenant }), `/admin/content-sets/${contentSetId}`)
  await expect(others).toBeVisible()
  await page
    .getByText(file.elements[2]?.title ?? '')
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Group' })).toHaveValue(DEEPEST.join('\n'))
  await expectGoodLooks(page, 'headings-builder')
})
