import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { aCertification } from 'api/testing/certifying'
import {
  THIS_YEAR,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { addressOf, anAdmin, enter, expect, go, savedFile, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { start } from './player.ts'

const EVERYONE = ['Bea Started', 'Dan Done', 'Nora Notyet', 'Quinn Admin']

/** One user in progress, one done, one not started; neither is the admin. */
async function aWorkingOrganisation(db: Db) {
  const tenant = await aTenant(db)
  const file = aSmallSet(2)
  const contentSetId = await aContentSet(db, { tenant, file })
  const admin = await anAdmin(db, { tenant, name: 'Quinn Admin' })
  const [user, done] = [
    await aUser(db, { tenant, name: 'Bea Started' }),
    await aUser(db, { tenant, name: 'Dan Done' }),
    await aUser(db, { tenant, name: 'Nora Notyet' }),
  ]
  const answered = file.elements.slice(0, 1).map(({ key }) => key)
  await anAssessment(db, { user, contentSetId, answered })
  await anAssessment(db, { user: done, contentSetId })
  return { tenant, admin, user, contentSetId }
}

const DUE = `${THIS_YEAR + 1}-01-15`

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function longDay(day: string) {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(new Date(day)).replace(',', '')
}

async function setDueDate(page: Page) {
  await page.getByRole('button', { name: 'Due dates' }).click()
  const dates = page.getByRole('dialog', { name: `Due dates for ${THIS_YEAR}` })
  const day = dates.getByLabel(/: Self-assessment/)
  const save = dates.getByRole('button', { name: 'Save due dates' })
  await day.fill(`${THIS_YEAR - 1}-12-31`)
  await save.click()
  await expect(dates.getByText('Choose today or a later date')).toBeVisible()
  await day.fill(DUE)
  await expectGoodLooks(page, 'admin-due-dates')
  await save.click()
  await expect(page.getByText('Due dates saved', { exact: true })).toBeVisible()
  await expect(dates).toBeHidden()
}

/** The one who is done gets no email. */
async function remindEveryone(page: Page) {
  for (const name of EVERYONE) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Remind' }).click()
  const preview = page.getByRole('dialog', { name: 'Remind these users?' })
  const mail = preview.getByRole('region', { name: 'Email' })
  await expect(mail).toContainText(`Due on ${longDay(DUE)}`)
  await expect(mail).toContainText('because Quinn Admin wants to remind you')
  const skipped = preview.getByRole('region', { name: 'Not reminded' })
  await expect(skipped.getByRole('listitem')).toHaveText(['Dan Done: nothing left to do'])
  await expectGoodLooks(page, 'admin-remind')
  await preview.getByRole('button', { name: 'Remind 3 users' }).click()
  await expect(
    page.getByText(/^3 users will be reminded (today|tomorrow|on Monday) at 07:00$/),
  ).toBeVisible()
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeHidden()
}

test('an admin opens the figures, and filters and downloads participation', async ({
  page,
  db,
  as,
}) => {
  const { tenant, admin, user, contentSetId } = await aWorkingOrganisation(db)
  const rows = page.getByRole('rowheader')
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
  for (const [label, counted] of [
    [`of 4 people for ${THIS_YEAR}`, EVERYONE],
    ['Self-assessments completed', ['Dan Done']],
    ['1 expires soon', ['soon@example.org']],
    ['1 expired', ['late@example.org']],
  ] as const) {
    await page.getByRole('link', { name: label }).first().click()
    await expect(rows).toHaveText([...counted])
    const count = page.getByRole('status').filter({ hasText: ' of ' })
    await expect(count).toHaveText(`1 to ${counted.length} of ${counted.length}`)
    await page.goBack()
  }
  await page.getByRole('link', { name: `Not started, ${THIS_YEAR} self-assessment: 2` }).click()
  await expect(page).toHaveURL(
    new RegExp(`/admin/participation\\?year=${THIS_YEAR}&type=self_assessment&state=`),
  )
  await expect(page).toHaveTitle(/^Participation/)
  await expect(rows).toHaveText(['Nora Notyet', 'Quinn Admin'])
  await page.getByRole('button', { name: 'Remove Not started' }).click()
  await expect(rows).toHaveText(EVERYONE)
  await expect(page.getByRole('row', { name: /Bea Started/ })).toContainText('2 of 4')
  await expectGoodLooks(page, 'admin-participation')
  await setDueDate(page)
  await remindEveryone(page)
  const bea = await as(user, '/')
  await expect(bea.getByText(`Due ${longDay(DUE)}`)).toBeVisible()
  const calendar = bea.getByRole('button', { name: 'Add to calendar' })
  const { bytes: event } = await savedFile(bea, () => calendar.click())
  expect(event.toString()).toContain(`DTSTART;VALUE=DATE:${DUE.replaceAll('-', '')}`)
  await start(bea, 'Continue')
  await bea.setViewportSize({ width: 390, height: 844 })
  await expect(
    bea.getByRole('banner').getByText(`Due ${SHORT.format(new Date(DUE))}`),
  ).toBeVisible()
  await expectGoodLooks(bea, 'player-due')
  await bea.close()
  await page.getByRole('link', { name: 'Bea Started' }).click()
  const answers = `/admin/users/${user.id}/assessment/${contentSetId}?year=${THIS_YEAR}`
  await expect(page).toHaveURL(addressOf(tenant.host, answers))

  const none = page.getByText('No users match these filters')
  const clear = page.getByRole('button', { name: 'Clear filters' })
  await go(page, '/admin/participation?state=nonsense&level=999&year=never&title=')
  await expect(rows).toHaveText(EVERYONE)
  const field = page.getByRole('searchbox', { name: 'Name or email' })
  await field.fill('BEA s')
  await expect(rows).toHaveText(['Bea Started'])
  await expect(page).toHaveURL(/participation\?.*name=BEA/)
  await field.fill(user.email.slice(0, 8))
  await expect(rows).toHaveText(['Bea Started'])
  await page.reload()
  await expect(rows).toHaveText(['Bea Started'])
  await field.fill('nobody at all')
  await expect(none).toBeVisible()
  await clear.click()
  await expect(rows).toHaveText(EVERYONE)
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Certified' }).click()
  await page.keyboard.press('Escape')
  await expect(none).toBeVisible()
  await clear.click()
  await expect(rows).toHaveText(EVERYONE)
  await go(page, '/admin/participation?state=in_progress,completed')
  await expect(rows).toHaveText(['Bea Started', 'Dan Done'])
  await page.getByRole('button', { name: 'Download list' }).click()
  const csv = page.getByRole('menuitem', { name: 'CSV' })
  const { bytes } = await savedFile(page, () => csv.click())
  const lines = bytes.toString().trim().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('In progress,2,4')

  const other = await aUser(db, { tenant, name: 'Cara Certified' })
  await aCertification(db, { user, contentSetId, daysLeft: 20, year: THIS_YEAR - 1 })
  await aCertification(db, { user: other, contentSetId, daysLeft: 30 })
  await go(page, '/admin')
  await page.getByRole('link', { name: /^Open: 2 certificates expire/ }).click()
  await expect(page).toHaveURL(/\/admin\/participation\?certificate=expiring$/)
  await expect(rows).toHaveText(['Bea Started', 'Cara Certified'])
  await expect(page.getByRole('button', { name: 'Remove Expires within 90 days' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Bea Started/ })).toContainText(String(THIS_YEAR - 1))
  await expectGoodLooks(page, 'admin-participation-certificates')
  await page.getByRole('link', { name: 'Bea Started' }).click()
  await expect(page.getByText('Expires soon')).toBeVisible()
})
