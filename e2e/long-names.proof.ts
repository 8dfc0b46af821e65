import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aContentSet, aSmallSet, aTenant } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './looks.ts'

/** The longest name, without a place to break it. */
const LONG = 'Nordostwasserversorgungsgenossenschaft'.repeat(4).slice(0, 120)

async function expectFits(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await go(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${path} at ${width} px`, () => expectNoSidewaysScroll(page))
    }
  }
}

test('a long name without a break fits every page', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: LONG })
  const admin = await anAdmin(db, { tenant, name: LONG.slice(0, 100) })
  const { elements, ...set } = { ...aSmallSet(), title: LONG }
  const file = { ...set, elements: elements.map((element) => ({ ...element, title: LONG })) }
  // The dashboard names the organisation and the draft.
  await aContentSet(db, { tenant, file, isPublished: false })
  const published = await aContentSet(db, { tenant, file: { ...file, title: 'Published' } })
  const invitation = {
    tenant_id: tenant.id,
    kind: 'invite' as const,
    email: 'soon@example.org',
    roles: ['user' as const],
    signature_hash: randomBytes(32),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  await db.insertInto('one_time_links').values(invitation).execute()
  const god = await aGod(db)
  await enter(page, god, '/admin')
  await expectFits(
    page,
    '/admin/applications?name=Nordost',
    ...['main', 'users', 'invites'].map((tab) => `/admin/applications/${tenant.id}/${tab}`),
    `/admin/users?tenant_id=${tenant.id}`,
    `/admin/users/${admin.id}/main-details`,
    `/admin/users/${admin.id}/assessment`,
    '/admin/admin-invites',
    `/admin/audit?tenant_id=${tenant.id}`,
  )
  await go(page, `/admin/admin-users/${(await aGod(db)).id}`)
  await page.getByLabel('Auditor').check()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText(LONG).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await page.goto(addressOf(admin.host, '/login'))
  await expectFits(page, '/login')
  await enter(page, admin, '/admin')
  const preview = `/admin/content-sets/${published}/preview`
  const pages = ['/admin/users', '/admin', '/admin/organisation', '/admin/audit', '/', preview]
  await expectFits(page, ...pages)
})
