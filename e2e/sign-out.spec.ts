import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aCertification } from 'api/testing/certifying'
import { aUser, theTenant } from 'api/testing/factories'
import { aNewcomer, demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

const ROUTES = join(import.meta.dirname, '../apps/web/src/routes/_private')

type Visit = (page: Page, db: Db) => Promise<void>

/** How somebody comes to each page behind sign-in. */
const VISITS: Record<string, Visit> = {
  '_ux/index': async (page, db) => await enter(page, await aNewcomer(db)),
  '_ux/settings/index': async (page, db) => await enter(page, await aNewcomer(db), '/settings'),
  '_ux/terms-of-use': async (page, db) =>
    await enter(page, await aNewcomer(db, { hasAcceptedTerms: false })),
  '_ux/action-reports/index': async (page, db) =>
    await enter(page, await aNewcomer(db), '/action-reports'),
  '_ux/action-reports/$reportId': async (page) => {
    await enter(page, demoPerson('harbour', 'continuity.manager'), '/action-reports')
    await page.getByRole('link', { name: 'View report' }).first().click()
    await expect(page).toHaveURL(/action-reports\/\d+/)
  },
  '_ux/assessment/$id/index': async (page, db) => {
    await enter(page, (await aSmallOrganisation(db)).user)
    await start(page)
  },
  '_ux/assessment/$id/edit': async (page, db) => {
    await enter(page, (await aSmallOrganisation(db)).user)
    await start(page)
    await go(page, page.url().replace(/\?/, '/edit?'))
  },
  '_ux/certification/index': async (page, db) =>
    await enter(page, await aNewcomer(db), '/certification'),
  '_ux/certification/$certificationId': async (page, db) => {
    const { user, contentSetId } = await aSmallOrganisation(db)
    const { id } = await aCertification(db, { user, contentSetId })
    await enter(page, user, `/certification/${id}`)
  },
  'admin/index': async (page, db) => await enter(page, await anAdmin(db), '/admin'),
  'admin/applications/index': async (page, db) =>
    await enter(page, await anAdmin(db), '/admin/applications'),
  'admin/audit': async (page, db) => await enter(page, await anAdmin(db), '/admin/audit'),
  'admin/settings/terms': async (page, db) =>
    await enter(page, await anAdmin(db), '/admin/settings/terms'),
  'admin/$': async (page, db) => await enter(page, await anAdmin(db), '/admin/nothing-here'),
  'mfa-setup': async (page, db) => {
    const { tenant, user } = await aSmallOrganisation(db)
    const change = { is_mfa_required: true }
    await db.updateTable('tenants').set(change).where('id', '=', tenant.id).execute()
    await enter(page, user)
  },
}

/** Frames around pages, not pages. */
const FRAMES = new Set(['_ux', 'admin'])

test('no page behind sign-in is left out below', () => {
  const files = globSync('**/*.tsx', { cwd: ROUTES }).map((file) => file.replace(/\.tsx$/, ''))
  const pages = files
    .filter((file) => !/(^|\/)-/.test(file) && !FRAMES.has(file))
    // All pages of the admin area have its one frame: some stand for the rest.
    .filter((file) => !file.startsWith('admin/') || file in VISITS)
  expect(pages.sort()).toEqual(Object.keys(VISITS).sort())
})

test('there is a way out of every page behind sign-in', async ({ page, db }) => {
  test.setTimeout(120_000)
  for (const [name, visit] of Object.entries(VISITS))
    await test.step(name, async () => {
      await visit(page, db)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await signOut(page)
      await expect(page).toHaveURL(/\/login/)
    })
  await go(page, '/settings')
  await expect(page).toHaveURL(/\/(login|register\/request)/)
})

test('an assessment shows the way out in its header', async ({ page, db }) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  await start(page)
  await expectGoodLooks(page, 'player-header')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expectGoodLooks(page, 'player-sign-out')
})

/** In the person's menu, in the list of an assessment, or as a button in the page. */
async function signOut(page: Page) {
  const closed = page.getByRole('button', { name: /^(Your menu|Elements and statements)/ })
  const wayOut = page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: /^Sign out( instead)?$/ }))
  await expect(closed.or(wayOut)).toBeVisible()
  // A menu that was opened while its page still came in may have closed again.
  await expect(async () => {
    if (!(await wayOut.isVisible())) await closed.click()
    await wayOut.click({ timeout: 5000 })
  }).toPass()
}

async function anAdmin(db: Db) {
  return await aUser(db, { tenant: await theTenant(db, 'northfield'), roles: ['admin'] })
}
