import type { Db } from 'api/db/scope'
import { aTenant, aUser, anAssessment } from 'api/testing/factories'
import { type Person, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'

/** A page of each frame behind sign-in; `every-page.spec.ts` looks on every page. */
async function framesOf(db: Db): Promise<[frame: string, Person, path: string][]> {
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
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
  return [
    ['respondents', user, '/'],
    ['player', user, `/assessment/${assessment}?elementId=${elementId}`],
    ['terms', await aUser(db, { tenant, hasAcceptedTerms: false }), '/'],
    ['admins', await anAdmin(db, { tenant }), '/admin'],
    ['two-step verification', await aUser(db, { tenant: strict }), '/'],
  ]
}

test('every frame behind sign-in has a way to sign out, also on a phone', async ({ page, db }) => {
  const menu = page.getByRole('button', { name: /^(Your menu|Elements and statements)/ })
  const signOut = page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: /^Sign out( instead)?$/ }))
  for (const [frame, person, path] of await framesOf(db))
    await test.step(frame, async () => {
      await enter(page, person, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (frame === 'player') await expectGoodLooks(page, 'player-header')
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
