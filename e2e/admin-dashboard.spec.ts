import { randomBytes } from 'node:crypto'
import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { demoPerson, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin sees the level of each organisation, by year, and how levels spread over the years', async ({
  page,
}) => {
  await test.step('a god-admin sees the level of each organisation, by year', async () => {
    await enter(page, demoPerson('admin', 'platform.admin'), '/admin')
    await expect(page).toHaveTitle(/^Dashboard/)
    await expect(page.getByRole('heading', { name: 'Current level by organisation' })).toBeVisible()
    const levels = page.getByRole('region', { name: 'Current levels' })
    // Ten stand on a page, and other tests make more: whichever is the first that has answered something.
    const row = levels
      .getByRole('row')
      .filter({ hasText: /\d\.\d/ })
      .first()
    await expect(row).toBeVisible()
    await page.getByRole('combobox', { name: 'Year' }).selectOption(String(THIS_YEAR - 1))
    await expect(page).toHaveURL(new RegExp(`year=${THIS_YEAR - 1}`))
    await expect(row.getByRole('cell').last()).toHaveText(/%$/)
    await page.getByRole('link', { name: /^Organisations\s*\d/ }).click()
    await expect(page).toHaveURL(/\/admin\/applications$/)
  })

  await test.step('how levels spread over the years is drawn, stands in a table, and leads to the people', async () => {
    await enter(page, demoPerson('admin', 'platform.admin'), '/admin')
    const part = page.getByRole('region', { name: 'Levels over the years', exact: true }).first()
    await expect(part.getByRole('row', { name: /^All organisations/ })).toContainText(
      /\d (person|people)/,
    )
    await page.getByText('Figures as a table').click()
    const figures = page.getByRole('region', { name: 'Figures of the levels over the years' })
    await expect(figures.getByRole('row').filter({ hasText: '%' }).first()).toBeVisible()
    await expectGoodLooks(page, 'admin-dashboard')
    const link = part.getByRole('link', { name: / of All organisations, / }).first()
    const people = Number.parseInt((await link.textContent()) ?? '', 10)
    await link.click()
    await expect(page).toHaveURL(/\/admin\/participation\?.*level=any/)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    expect(people).toBeGreaterThan(0)
  })
})

test('what is said beside a figure leads to the people and invitations that it counts', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  const contentSetId = await aContentSet(db, { tenant })
  await anAssessment(db, { user: admin, contentSetId, answered: [] })
  for (const n of [1, 2]) {
    const user = await aUser(db, { tenant, name: `Done ${n}` })
    await anAssessment(db, { user, contentSetId })
  }
  for (const [email, days] of [
    ['late', -1],
    ['soon', 1],
    ['later', 5],
  ] as const)
    await db
      .insertInto('one_time_links')
      .values({
        tenant_id: tenant.id,
        kind: 'invite',
        email: `${email}@example.org`,
        roles: ['user'],
        signature_hash: randomBytes(32),
        expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
      })
      .execute()
  await enter(page, admin, '/admin')
  await expect(page.getByRole('link', { name: /^Invitations\s*3$/ })).toBeVisible()
  await expectGoodLooks(page, 'admin-dashboard-figures')
  for (const [words, rows] of [
    [`of 3 begun for ${THIS_YEAR}`, ['Ada Admin', 'Done 1', 'Done 2']],
    ['1 expire soon', ['soon@example.org']],
    ['1 expired', ['late@example.org']],
  ] as const) {
    await page.getByRole('link', { name: words }).first().click()
    await expect(page.getByRole('status').filter({ hasText: ' of ' })).toHaveText(
      `1 to ${rows.length} of ${rows.length}`,
    )
    for (const name of rows) await expect(page.getByRole('rowheader', { name })).toBeVisible()
    await page.goBack()
  }
})
