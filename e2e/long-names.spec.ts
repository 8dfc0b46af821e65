import { randomBytes } from 'node:crypto'
import type { Db } from 'api/db/driver'
import { aContentSet, aSmallSet, aTenant, aUser, theTenant } from 'api/testing/factories'
import type { Page } from '@playwright/test'
import { addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './looks.ts'

/** As long as a name may be, and without a place to break it. */
const LONG = 'Nordostwasserversorgungsgenossenschaft'.repeat(4).slice(0, 120)

async function aLongPlace(db: Db) {
  const tenant = await aTenant(db, { name: LONG })
  const god = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
  const admin = await aUser(db, { tenant, roles: ['admin'], name: LONG.slice(0, 100) })
  // What needs attention names the organisation and the draft.
  const file = { ...aSmallSet(), title: LONG }
  await aContentSet(db, { tenant, file, isPublished: false })
  await db
    .insertInto('one_time_links')
    .values({
      tenant_id: tenant.id,
      kind: 'invite',
      email: 'soon@example.org',
      roles: ['user'],
      signature_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .execute()
  return { tenant, god, admin }
}

async function expectFits(page: Page, path: string) {
  await go(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({
      path: `test-results/looks/long-${width}${path.replaceAll(/[/?=]/g, '-')}.png`,
    })
    await test.step(`${path} at ${width} px`, () => expectNoSidewaysScroll(page))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a long name without a break fits the pages of the platform and of its organisation', async ({
  page,
  db,
}) => {
  await test.step('a long name without a break fits the pages of the platform', async () => {
    const { tenant, god, admin } = await aLongPlace(db)
    await enter(page, god, '/admin/applications')
    for (const path of [
      '/admin/applications?name=Nordost',
      ...['main', 'users', 'invites'].map((tab) => `/admin/applications/${tenant.id}/${tab}`),
      `/admin/users?tenant_id=${tenant.id}`,
      `/admin/users/${admin.id}/main-details`,
      `/admin/users/${admin.id}/assessment`,
      '/admin/admin-invites',
      `/admin/audit?tenant_id=${tenant.id}`,
    ])
      await expectFits(page, path)
  })

  await test.step('a long name fits where auditors are given organisations', async () => {
    const { god } = await aLongPlace(db)
    const other = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
    await enter(page, god, `/admin/admin-users/${other.id}`)
    await page.getByLabel('Auditor').check()
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByText(LONG).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  })

  await test.step('a long name fits the pages of its own organisation', async () => {
    const { admin } = await aLongPlace(db)
    await page.goto(addressOf(admin.host, '/login'))
    await expectFits(page, '/login')
    await enter(page, admin, '/admin/users')
    for (const path of ['/admin/users', '/admin', '/admin/organisation', '/admin/audit', '/'])
      await expectFits(page, path)
  })

  await test.step('a long title without a break fits the preview of a report', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    const { elements, ...set } = aSmallSet()
    const file = { ...set, elements: elements.map((element) => ({ ...element, title: LONG })) }
    const id = await aContentSet(db, { tenant, file })
    await enter(page, admin, '/admin/content-sets')
    await expectFits(page, `/admin/content-sets/${id}/preview`)
  })
})
