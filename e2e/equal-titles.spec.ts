import {
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { playerOn, start } from './player.ts'

const { elements, ...SET } = aSmallSet(3, 2)
const TITLES = ['Risk', 'Supply', 'Risk ']
/** Two elements have the same title, and one of them no key of its author. */
const FILE = {
  ...SET,
  elements: elements.map((element, index) => ({
    ...element,
    key: ['GOV', 'SUP', 'auto-ABCDEFGH'][index] ?? '',
    title: TITLES[index] ?? '',
  })),
}

test('elements with equal titles show their references wherever only titles are shown', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const contentSetId = await aContentSet(db, { tenant, file: FILE })
  await enter(page, await aUser(db, { tenant }))
  const next = page.getByRole('region', { name: 'Your next step' })
  await expect(next.getByRole('heading')).toHaveText('GOV Risk')
  await start(page)
  const player = playerOn(page)
  const breadcrumb = page.getByRole('main').getByRole('paragraph').first()
  await expect(breadcrumb).toContainText('GOV Risk')
  await page.getByRole('combobox', { name: 'Statements to list' }).selectOption('Not answered')
  const stepper = page.getByRole('navigation', { name: 'Elements' })
  for (const name of ['GOV Risk', 'Supply', '3 Risk'])
    await expect(stepper.getByText(name, { exact: true })).toBeVisible()
  await player.next.click()
  await player.check.click()
  await expect(
    page.getByText('GOV Risk', { exact: true }).filter({ visible: true }),
  ).not.toHaveCount(0)

  const user = await aUser(db, { tenant })
  const report = await aReport(db, user, await anAssessment(db, { user, contentSetId }))
  await enter(page, user, `/action-reports/${report}`)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  for (const name of ['GOV Risk', 'Supply', '3 Risk'])
    await expect(contents.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(
    page.getByRole('img', { name: /The widest gap is .* in (GOV Risk|Supply|3 Risk)/ }).first(),
  ).toBeVisible()
  await expect(page.getByRole('cell', { name: /GOV Risk Add to plan/ }).first()).toBeVisible()
})

test('an incomplete element that isn’t submitted is named by its reference if another has its title', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const optional = FILE.elements.map((element) => ({ ...element, required: false }))
  const contentSetId = await aContentSet(db, { tenant, file: { ...FILE, elements: optional } })
  const user = await aUser(db, { tenant })
  const answered = ['GOV', 'SUP']
  await anAssessment(db, { user, contentSetId, type: 'certification', answered })
  await enter(page, user, '/?type=certification')
  await expect(
    page.getByText('One element is incomplete and will not be submitted: 3 Risk'),
  ).toBeVisible()
  const complete = page.getByRole('listitem').filter({ hasText: 'Risk, complete' })
  await expect(complete.getByText('GOV', { exact: true })).toBeVisible()
})
