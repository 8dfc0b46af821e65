import { randomBytes } from 'node:crypto'
import { THIS_YEAR, aTenant } from 'api/testing/factories'
import { aGod, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin reads levels and the state of the system, and discards a failed email', async ({
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
  await expect(page).toHaveTitle(/^Dashboard/)
  await expect(page.getByRole('heading', { name: 'Current level by organisation' })).toBeVisible()
  const levels = page.getByRole('region', { name: 'Current levels' })
  // Other tests add organisations without answers.
  const row = levels
    .getByRole('row')
    .filter({ hasText: /\d\.\d/ })
    .first()
  await expect(row).toBeVisible()
  // The figures at the top count the same people as the table below.
  const counts = page.getByRole('row', { name: `${THIS_YEAR} self-assessment` })
  const [notStarted = NaN, open = NaN, done = NaN] = (
    await counts.getByRole('link').allInnerTexts()
  ).map((text) => Number(text.replaceAll(',', '')))
  const inProgress = page.getByRole('listitem').filter({ hasText: 'Self-assessments in progress' })
  const all = (notStarted + open + done).toLocaleString('en-GB')
  await expect(inProgress).toContainText(`of ${all} people for ${THIS_YEAR}`)
  await expect(inProgress.getByRole('link').first()).toContainText(open.toLocaleString('en-GB'))
  await expect(page.getByRole('columnheader', { name: 'People by year and type' })).toBeVisible()
  await expectGoodLooks(page, 'admin-dashboard')
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
  const every = part.getByRole('row', { name: /^All organisations/ })
  await expect(every).toContainText(/\d users?/)
  await page.getByText('View as table').click()
  const figures = page.getByRole('region', { name: 'Levels by year as a table' })
  await expect(figures.getByRole('row').filter({ hasText: '%' }).first()).toBeVisible()
  const link = part.getByRole('link', { name: /, All organisations, / }).first()
  expect(Number.parseInt((await link.textContent()) ?? '', 10)).toBeGreaterThan(0)
  await link.click()
  await expect(page).toHaveURL(/\/admin\/participation\?.*level=any/)
  await expect(page.getByRole('rowheader').first()).toBeVisible()

  await page.getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveTitle(/^System/)
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health.getByText('Works')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Installation' })).toContainText(/Version\d+\.\d+/)
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=failed/)
  const failed = page.getByRole('row').filter({ hasText: recipient })
  await expect(failed).toContainText('The mailbox doesn’t exist.')
  await failed.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard this email?' })
  await expectGoodLooks(page, 'system-discard')
  await question.getByRole('button', { name: 'Discard email' }).click()
  await expect(page.getByText('Email discarded').first()).toBeVisible()
  await expect(failed).toBeHidden()
})
