import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from 'api/db/scope'
import { aCertification } from 'api/testing/certifying'
import { aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { type Person, aGod, anAdmin, enter, expect, go, test, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { aRound } from './reviewing.ts'

const ROUTES = join(import.meta.dirname, '../apps/web/src/routes/_private')

/** Every page behind sign-in with its address, by who opens it. They sign out on their last page. */
async function visitsOf(db: Db): Promise<[Person, Record<string, string>][]> {
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
  const certified = await aCertification(db, { user, contentSetId })
  const assessment = await anAssessment(db, { user, contentSetId, answered: [] })
  const { id: elementId } = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const strict = await aTenant(db)
  const change = { is_mfa_required: true }
  await db.updateTable('tenants').set(change).where('id', '=', strict.id).execute()
  const round = await aRound(db)
  const set = `/admin/content-sets/${round.contentSetId}`
  const report = await aReport(db, round.user, round.assessment)
  return [
    [
      user,
      {
        '_ux/settings/index': '/settings',
        '_ux/action-reports/index': '/action-reports',
        '_ux/action-reports/$reportId': `/action-reports/${certified.report}`,
        '_ux/certification/index': '/certification',
        '_ux/certification/$certificationId': `/certification/${certified.id}`,
        '_ux/assessment/$id/edit': `/assessment/${assessment}/edit?elementId=${elementId}`,
        '_ux/index': '/',
      },
    ],
    [user, { '_ux/assessment/$id/index': `/assessment/${assessment}?elementId=${elementId}` }],
    [await aUser(db, { tenant, hasAcceptedTerms: false }), { '_ux/terms-of-use': '/' }],
    [await anAdmin(db, { tenant }), { 'admin/$': '/admin/nothing-here', 'admin/index': '/admin' }],
    // Beside the frame of all pages of the admin area, these are its largest.
    [
      await aGod(db),
      {
        'admin/content-sets/$id/index': set,
        'admin/content-sets/$id_.preview': `${set}/preview`,
        'admin/reviews/$id': round.path,
        'admin/users/$id_/reports/$reportId': `/admin/users/${round.user.id}/reports/${report}`,
      },
    ],
    [await aUser(db, { tenant: strict }), { 'mfa-setup': '/' }],
  ]
}

test('every page behind sign-in has a way to sign out', async ({ page, db }) => {
  const visits = await visitsOf(db)
  const names = visits.flatMap(([, pages]) => Object.keys(pages))
  const layouts = new Set(['_ux', 'admin'])
  const all = globSync('**/*.tsx', { cwd: ROUTES })
    .map((file) => file.replace(/\.tsx$/, ''))
    .filter((file) => !/(^|\/)-/.test(file) && !layouts.has(file))
    // All pages of the admin area share one frame.
    .filter((file) => !file.startsWith('admin/') || names.includes(file))
  expect(names.sort(), 'all are listed above').toEqual(all.sort())
  const menu = page.getByRole('button', { name: /^(Your menu|Elements and statements)/ })
  const signOut = page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: /^Sign out( instead)?$/ }))
  for (const [person, pages] of visits) {
    const [first = ''] = Object.values(pages)
    await enter(page, person, first)
    for (const [name, path] of Object.entries(pages))
      await test.step(name, async () => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (path !== first) await turnTo(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (name === '_ux/assessment/$id/index') await expectGoodLooks(page, 'player-header')
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await expect(menu.or(signOut).filter({ visible: true })).toBeInViewport()
        }
      })
    // A menu that opens while its page is loading may close again.
    await expect(async () => {
      if (!(await signOut.isVisible())) await menu.click()
      await signOut.click({ timeout: 5000 })
    }).toPass()
    await expect(page).toHaveURL(/\/login/)
  }
  await go(page, '/settings')
  await expect(page).toHaveURL(/\/(login|register\/request)/)
})
