import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Db } from 'api/core/context'
import { aCertification } from 'api/testing/certifying'
import { aReport, theTenant } from 'api/testing/factories'
import {
  type Person,
  aGod,
  aNewcomer,
  anAdmin,
  demoPerson,
  enter,
  expect,
  go,
  test,
} from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'
import { aRound } from './reviewing.ts'

const ROUTES = join(import.meta.dirname, '../apps/web/src/routes/_private')

type Visit = (page: Page, db: Db) => Promise<void>

const visit =
  (path: string, who: (db: Db) => Promise<Person> = aNewcomer): Visit =>
  async (page, db) =>
    await enter(page, await who(db), path)

const northfieldAdmin = async (db: Db) =>
  await anAdmin(db, { tenant: await theTenant(db, 'northfield') })

const visitAssessment: Visit = async (page, db) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  await start(page)
}

/** How to open each page behind sign-in. */
const VISITS: Record<string, Visit> = {
  '_ux/index': visit('/'),
  '_ux/settings/index': visit('/settings'),
  '_ux/terms-of-use': visit('/', (db) => aNewcomer(db, { hasAcceptedTerms: false })),
  '_ux/action-reports/index': visit('/action-reports'),
  '_ux/action-reports/$reportId': async (page) => {
    await enter(page, demoPerson('harbour', 'continuity.manager'), '/action-reports')
    await page.getByRole('link', { name: 'View report' }).first().click()
    await expect(page).toHaveURL(/action-reports\/\d+/)
  },
  '_ux/assessment/$id/index': visitAssessment,
  '_ux/assessment/$id/edit': async (page, db) => {
    await visitAssessment(page, db)
    await go(page, page.url().replace(/\?/, '/edit?'))
  },
  '_ux/certification/index': visit('/certification'),
  '_ux/certification/$certificationId': async (page, db) => {
    const { user, contentSetId } = await aSmallOrganisation(db)
    const { id } = await aCertification(db, { user, contentSetId })
    await enter(page, user, `/certification/${id}`)
  },
  'admin/index': visit('/admin', northfieldAdmin),
  'admin/$': visit('/admin/nothing-here', northfieldAdmin),
  'mfa-setup': async (page, db) => {
    const { tenant, user } = await aSmallOrganisation(db)
    const change = { is_mfa_required: true }
    await db.updateTable('tenants').set(change).where('id', '=', tenant.id).execute()
    await enter(page, user)
  },
}

test('every page behind sign-in has a way to sign out', async ({ page, db }) => {
  const layouts = new Set(['_ux', 'admin'])
  const pages = globSync('**/*.tsx', { cwd: ROUTES })
    .map((file) => file.replace(/\.tsx$/, ''))
    .filter((file) => !/(^|\/)-/.test(file) && !layouts.has(file))
    // All pages of the admin area share one frame.
    .filter((file) => !file.startsWith('admin/') || file in VISITS)
  expect(pages.sort(), 'all are listed above').toEqual(Object.keys(VISITS).sort())
  for (const [name, open] of Object.entries(VISITS))
    await test.step(name, async () => {
      await open(page, db)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (open === visitAssessment) await expectGoodLooks(page, 'player-header')
      const menu = page.getByRole('button', { name: /^(Your menu|Elements and statements)/ })
      const signOut = page
        .getByRole('menuitem', { name: 'Sign out' })
        .or(page.getByRole('button', { name: /^Sign out( instead)?$/ }))
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(menu.or(signOut).filter({ visible: true })).toBeInViewport()
      }
      // A menu that opens while its page is loading may close again.
      await expect(async () => {
        if (!(await signOut.isVisible())) await menu.click()
        await signOut.click({ timeout: 5000 })
      }).toPass()
      await expect(page).toHaveURL(/\/login/)
    })
  await go(page, '/settings')
  await expect(page).toHaveURL(/\/(login|register\/request)/)
})

test('the largest pages of the admin area have the menu with it, too', async ({ page, db }) => {
  const { contentSetId, path, user, assessment } = await aRound(db)
  const report = await aReport(db, user, assessment)
  await enter(page, await aGod(db), '/admin/no-such-page')
  for (const each of [
    `/admin/content-sets/${contentSetId}`,
    `/admin/content-sets/${contentSetId}/preview`,
    path,
    `/admin/users/${user.id}/reports/${report}`,
  ]) {
    await go(page, each)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('button', { name: 'Your menu' }), each).toBeInViewport()
    }
  }
})
