import { randomBytes } from 'node:crypto'
import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aGod, anAdmin, demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin reads levels by organisation and year', async ({ page }) => {
  await enter(page, demoPerson('admin', 'platform.admin'), '/admin')
  await expect(page).toHaveTitle(/^Dashboard/)
  await expect(page.getByRole('heading', { name: 'Current level by organisation' })).toBeVisible()
  const levels = page.getByRole('region', { name: 'Current levels' })
  // Other tests add organisations without answers.
  const row = levels
    .getByRole('row')
    .filter({ hasText: /\d\.\d/ })
    .first()
  await expect(row).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 768 })
  const heads = levels.getByRole('row').first()
  await heads.getByRole('columnheader').first().scrollIntoViewIfNeeded()
  await expect(heads.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
  expect((await heads.boundingBox())?.height).toBeLessThan(32)
  // Titles of elements wrap instead of being cut.
  const cut = `[...document.querySelectorAll('[aria-label="Current levels"] thead th > *')].filter(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight,
  ).map(({ textContent }) => textContent)`
  expect(await page.evaluate(cut)).toEqual([])
  const tops = await Promise.all(
    [
      page.getByRole('link', { name: /^Awaiting certification/ }),
      page.getByRole('heading', { name: 'Needs attention' }),
      page.getByRole('heading', { name: 'Current level by organisation' }),
    ].map(async (part) => (await part.boundingBox())?.y ?? 0),
  )
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('combobox', { name: 'Year' }).selectOption(String(THIS_YEAR - 1))
  await expect(page).toHaveURL(new RegExp(`year=${THIS_YEAR - 1}`))
  await expect(row.getByRole('cell').last()).toHaveText(/%$/)
  await page.getByRole('link', { name: /^Organisations\s*\d/ }).click()
  await expect(page).toHaveURL(/\/admin\/applications$/)

  await go(page, '/admin')
  const part = page.getByRole('region', { name: 'Levels by year', exact: true }).first()
  const all = part.getByRole('row', { name: /^All organisations/ })
  await expect(all).toContainText(/\d users?/)
  await page.getByText('View as table').click()
  const figures = page.getByRole('region', { name: 'Levels by year as a table' })
  await expect(figures.getByRole('row').filter({ hasText: '%' }).first()).toBeVisible()
  const link = part.getByRole('link', { name: /, All organisations, / }).first()
  expect(Number.parseInt((await link.textContent()) ?? '', 10)).toBeGreaterThan(0)
  await link.click()
  await expect(page).toHaveURL(/\/admin\/participation\?.*level=any/)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
})

test('a figure’s label links to the people and invitations it counts', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant, name: 'Ada Admin' })
  const contentSetId = await aContentSet(db, { tenant })
  await anAssessment(db, { user: admin, contentSetId, answered: [] })
  for (const name of ['Done 1', 'Done 2'])
    await anAssessment(db, { user: await aUser(db, { tenant, name }), contentSetId })
  const invitations = Object.entries({ late: -1, soon: 1, later: 5 }).map(([email, days]) => ({
    tenant_id: tenant.id,
    kind: 'invite' as const,
    email: `${email}@example.org`,
    roles: ['user' as const],
    signature_hash: randomBytes(32),
    expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
  }))
  await db.insertInto('one_time_links').values(invitations).execute()
  await enter(page, admin, '/admin')
  await expect(page.getByRole('link', { name: /^Invitations\s*3$/ })).toBeVisible()
  await expectGoodLooks(page, 'admin-dashboard-figures')
  for (const [label, rows] of [
    [`of 3 started for ${THIS_YEAR}`, ['Ada Admin', 'Done 1', 'Done 2']],
    ['1 expires soon', ['soon@example.org']],
    ['1 expired', ['late@example.org']],
  ] as const) {
    await page.getByRole('link', { name: label }).first().click()
    const count = page.getByRole('status').filter({ hasText: ' of ' })
    await expect(count).toHaveText(`1 to ${rows.length} of ${rows.length}`)
    for (const name of rows) await expect(page.getByRole('rowheader', { name })).toBeVisible()
    await page.goBack()
  }
})

test('a god-admin reads the state of the system and discards an email that failed', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const recipient = `${randomBytes(6).toString('hex')}@example.org`
  const mail = { recipient, subject: 'Your report is ready', text: '', html: '', status: 'failed' }
  const reason = { attempts: 3, last_error: 'The mailbox doesn’t exist.' }
  await db
    .insertInto('mails')
    .values({ tenant_id: tenant.id, message_id: recipient, ...mail, ...reason })
    .execute()
  await enter(page, await aGod(db), '/admin')
  await page.getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveTitle(/^System/)
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health.getByText('Works')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Installation' })).toContainText(/Version\d+\.\d+/)
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=failed/)
  const row = page.getByRole('row').filter({ hasText: recipient })
  await expect(row).toContainText('The mailbox doesn’t exist.')
  await expectGoodLooks(page, 'system')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard this email?' })
  await expectGoodLooks(page, 'system-discard')
  await question.getByRole('button', { name: 'Discard email' }).click()
  await expect(page.getByText('Email discarded').first()).toBeVisible()
  await expect(row).toHaveCount(0)
})
