import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { PIXEL, aConnection, aTenant, aUser } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { drawWideLogo, expectConnectionsMoveNothing, expectWideLogoFits } from './late-parts.ts'
import { expectLeavingAsks } from './leaving.ts'
import { expectGoodLooks } from './looks.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { takeTheirs } from './two-versions.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
/** While an organisation moves, its pages say so once and offer nothing that the server refuses. */
async function expectReadOnly(page: Page, { id, user }: { id: number; user: number }) {
  const notice = page.getByText('This organisation is being moved.')
  const main = page.getByRole('main')
  const refused = main.getByRole('button', {
    name: /^(Add|Choose|Invite users|Replace|Send|Deactivate|Suspend|Reactivate|Move|Remove)/,
  })
  const menus = main.getByRole('button', { name: /^Actions for / })
  for (const [path, count] of [
    [`applications/${id}/main`, 0],
    [`applications/${id}/invites`, 0],
    [`applications/${id}/users`, 1],
    [`users/${user}/main-details`, 0],
  ] as const) {
    await go(page, `/admin/${path}`)
    await expect(menus).toHaveCount(count)
    await expect(notice).toHaveCount(1)
    await expect(refused).toHaveCount(0)
    await expect(main.getByRole('textbox').and(main.locator(':enabled'))).toHaveCount(0)
    await expectGoodLooks(page, `moving-${path.split('/').at(-1)}`)
  }
  await go(page, `/admin/applications/${id}/users`)
  await menus.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'View user',
    'View results',
    'View certifications',
  ])
  await page.keyboard.press('Escape')
}

const colourOn = (page: Page) => page.getByRole('textbox', { name: 'Brand colour', exact: true })

test('a god-admin finds, creates, brands and suspends organisations', async ({ page, db }) => {
  const word = `Quillon${randomInt(1e9)}`
  const names = Array.from({ length: 25 }, (_, n) => `${word} ${String(n).padStart(2, '0')}`)
  for (const name of names) await aTenant(db, { name })
  const moving = await aTenant(db, { name: `${word} Näht`, status: 'suspended' })
  const setMoving = async (domain: string, moving_at: string | null) =>
    await db.updateTable('tenants').set({ moving_at }).where('domain', '=', domain).execute()
  const mover = await aUser(db, { tenant: moving })
  await aConnection(db, moving)
  await db
    .insertInto('one_time_links')
    .values({
      tenant_id: moving.id,
      kind: 'invite',
      email: 'invited@example.org',
      roles: ['user'],
      signature_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .execute()
  await setMoving(moving.domain, new Date().toISOString())
  await enter(page, await aGod(db), '/admin/applications')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Organisations')
  const filter = page.getByRole('searchbox', { name: 'Name' })
  const rows = page.getByRole('rowheader')
  await filter.fill(`${word.toLowerCase()} na`)
  await expect(rows).toHaveText([`${word} Näht`])
  const status = page.getByRole('status').filter({ hasText: /of \d+ organisation/ })
  await expect(status).toHaveText('1 of 1 organisation')
  await expect(page).toHaveURL(new RegExp(`\\?name=${word.toLowerCase()}\\+na$`))
  await filter.fill('nowhere at all')
  await expect(page.getByText('No organisations match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(addressOf('admin.localhost', '/admin/applications'))
  await expect(rows.nth(1)).toBeVisible()

  const more = page.getByRole('button', { name: 'Show more' })
  await filter.fill(word)
  await expect(rows).toHaveText(names.slice(0, 10))
  await expect(status).toHaveText('10 of 26 organisations')
  await more.press('Enter')
  await expect(rows).toHaveText(names.slice(0, 20))
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText([...names, `${word} Näht`])
  await expect(status).toHaveText('26 of 26 organisations')
  await expect(status).toBeFocused()
  await expect(more).toBeHidden()
  await go(page, `/admin/applications?name=${word}&sort=name.desc`)
  await expect(rows.first()).toHaveText(`${word} Näht`)
  await expect(rows.nth(1)).toHaveText(`${word} 24`)
  await expect(page.getByRole('row').filter({ hasText: moving.domain })).toContainText('Moving')
  await expectReadOnly(page, { id: moving.id, user: mover.id })
  await go(page, '/admin/applications')

  await page.getByRole('link', { name: 'Create organisation' }).click()
  await expect(heading).toHaveText('Create new company')
  await expect(page).toHaveTitle(/^Create new company/)
  const domain = `kestrel-${Date.now()}`
  const create = page.getByRole('button', { name: 'Create organisation' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Kestrel Rail')
  await page.getByRole('textbox', { name: 'Domain' }).fill('North field')
  await create.click()
  await expect(page.getByText('Use lower-case letters, numbers and hyphens')).toBeVisible()
  await expectGoodLooks(page, 'organisation-create')
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('textbox', { name: 'First admin' }).fill('first@kestrel.example')
  await expectLeavingAsks(page, 'the new organisation')
  await expectPendingUntilNextPage(page, () => create.click(), /\/api\/customers\/\d+$/)
  await expect(heading).toHaveText('Kestrel Rail')
  await expect(page).toHaveTitle(/^Kestrel Rail/)
  await expect(page.getByRole('link', { name: 'Invites 1' })).toBeVisible()
  await expectConnectionsMoveNothing(page)

  await colourOn(page).fill('#8C1D4')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await save(page)
  await expect(page.getByText('Use a colour such as #1C5C46')).toBeVisible()
  await colourOn(page).fill('#8C1D40')
  const logo = page.getByLabel('Logo file')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
  await save(page)
  await expect(page.getByText('Choose an undamaged PNG')).toBeVisible()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL })
  await save(page)
  await expect(page.getByText(/unsaved change/)).toBeHidden()
  const visitor = await page.context().newPage()
  const answer = await visitor.goto(addressOf(`${domain}.localhost`, '/api/tenant/logo'))
  expect(answer?.headers()['content-type']).toBe('image/png')
  await visitor.close()

  await page.getByRole('button', { name: 'Suspend organisation' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 invitation can’t be accepted')
  await expectGoodLooks(page, 'organisation-suspending')
  await page.getByRole('button', { name: 'Suspend Kestrel Rail' }).click()
  await expect(page.getByRole('heading', { name: 'Suspended organisation' })).toBeVisible()
  await setMoving(domain, new Date().toISOString())
  await page.reload()
  await expect(page.getByText('This organisation is being moved.')).toBeVisible()
  await expect(page.getByText(`npm run tenant -- keep ${domain}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reactivate organisation' })).toBeHidden()
  await setMoving(domain, null)
  await page.reload()
  await page.getByRole('button', { name: 'Reactivate organisation' }).click()
  const suspend = page.getByRole('heading', { name: 'Suspend organisation', exact: true })
  await expect(suspend).toBeVisible()

  const moved = `moved-${Date.now()}`
  await page.getByRole('textbox', { name: 'Domain' }).fill(moved)
  await save(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Links to ${domain}.localhost stop working`)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText(`${moved}.localhost`, { exact: true })).toBeVisible()

  const main = page.url()
  for (const tab of ['nonsense', '']) {
    await page.goto(main.replace(/\/?main$/, tab && `/${tab}`))
    await expect(page).toHaveURL(main)
  }
})

test('a company admin changes their organisation and connects a provider', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  await enter(page, await anAdmin(db, { tenant }), '/admin/organisation')
  await expect(page).toHaveTitle(/^Application/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application')
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Suspend organisation' })).toBeHidden()
  const complementary = page.getByRole('complementary')
  await expect(complementary.getByText('Alder Homes', { exact: true })).toBeVisible()
  await expect(complementary.getByRole('presentation')).toBeHidden()

  const tabs = page.getByRole('navigation', { name: 'Alder Homes' })
  await expect(tabs.getByRole('link')).toHaveText(['Main', 'Invites0', 'Users1'])
  const sidebar = page.getByRole('navigation', { name: 'Admin area' })
  const current = sidebar.getByRole('link', { name: 'Organisation' })
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  for (const name of ['Invites', 'Users']) {
    await tabs.getByRole('link', { name }).click()
    const path = new RegExp(`/admin/applications/${tenant.id}/${name.toLowerCase()}`)
    await expect(page).toHaveURL(path)
    await expect(current).toHaveAttribute('aria-current', 'page')
    await expect(breadcrumbs).toHaveText('OrganisationAlder Homes')
  }
  await tabs.getByRole('link', { name: 'Main' }).click()
  await expect(page).toHaveURL(/\/admin\/organisation$/)

  const mfa = page.getByRole('switch', { name: 'Require two-step verification' })
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Alder Housing')
  await colourOn(page).fill('#5B2A86')
  await mfa.check()
  await expect(page.getByText('1 user has not set up two-step verification.')).toBeVisible()
  await mfa.uncheck()
  await page.getByRole('radio', { name: 'Single sign-on' }).click()
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('No single sign-on connection is on')).toBeVisible()
  await page.getByRole('radio', { name: 'Email and password' }).click()
  await expectLeavingAsks(page, 'this organisation')
  await db
    .updateTable('tenants')
    .set({ name: 'Alder Estates', version: 2 })
    .where('id', '=', tenant.id)
    .execute()
  await save(page)
  await takeTheirs(page, name, { label: 'Name', mine: 'Alder Housing', theirs: 'Alder Estates' })
  await save(page)
  await expect(page.getByText('Organisation saved').first()).toBeVisible()
  const stored = await db
    .selectFrom('tenants')
    .select(['name', 'brand_colour', 'sign_in_mode'])
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  const expected = { name: 'Alder Estates', brand_colour: '#5B2A86', sign_in_mode: 'credentials' }
  expect(stored).toEqual(expected)
  await expect(complementary.getByText('Alder Estates', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Application · Alder Estates')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await drawWideLogo(page) }
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/(customers\/\d+|tenant)\/logo/, async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  const main = page.getByRole('main')
  const letters = main.getByText('A', { exact: true }).filter({ visible: true })
  await expect(letters).not.toHaveCount(0)
  await page.getByLabel('Logo file').setInputFiles(logo)
  await save(page)
  await expect(page.getByText(/unsaved change/)).toBeHidden()
  await expect(letters, 'before the logo has loaded').toHaveCount(0)
  const { width } = (await complementary.locator('img').boundingBox()) ?? {}
  expect(width, 'its place before it has loaded').toBeGreaterThan(20)
  held.resolve()
  await expect(main.getByRole('presentation').first()).toBeVisible()
  await expect(complementary.getByRole('presentation')).toBeVisible()
  await expectWideLogoFits(page, complementary, 'Alder Estates')
  await page.getByRole('button', { name: 'Add connection' }).click()
  const form = page.getByRole('form', { name: 'New connection' })
  const fill = (name: string, value: string) => form.getByRole('textbox', { name }).fill(value)
  await fill('Email domain', 'alder')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByText('Use a domain such as example.org')).toBeVisible()
  await expectGoodLooks(page, 'organisation-connecting')
  await fill('Email domain', 'alder.example')
  await fill('Name', 'Alder')
  await fill('Provider address', 'http://127.0.0.1:9')
  await fill('Client ID', 'waymark')
  await fill('Required sign-in methods', 'phr  phrh')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { name: 'alder.example' })).toBeVisible()
  const act = async (name: string | RegExp) => {
    await page.getByRole('button', { name: 'Actions for alder.example' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act(/^(Edit|Change)/)
  const change = page.getByRole('form', { name: 'Edit alder.example' })
  const required = change.getByRole('textbox', { name: 'Required sign-in methods' })
  await expect(required).toHaveValue('phr phrh')
  await required.fill('')
  const named = change.getByRole('textbox', { name: 'Name' })
  await named.fill('Mine')
  await expectLeavingAsks(page, 'this connection')
  await db
    .updateTable('sso_connections')
    .set({ name: 'Theirs', version: 2 })
    .where('tenant_id', '=', tenant.id)
    .execute()
  await change.getByRole('button', { name: 'Save connection' }).click()
  await takeTheirs(page, named, { label: 'Name', mine: 'Mine', theirs: 'Theirs' })
  await change.getByRole('button', { name: 'Save connection' }).click()
  await expect(page.getByText('Connection saved', { exact: true })).toBeVisible()
  await page.getByText('Settings for your provider').click()
  await expect(page.getByText('/api/auth/sso/alder.example/callback')).toBeVisible()
  await act('Test connection')
  const checks = page.getByRole('list', { name: 'Test results' })
  await expect(checks).toContainText('The provider did not send a valid response.')
  await expectGoodLooks(page, 'organisation-connection')
  await act('Turn off')
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(page.getByText('Off', { exact: true }).last()).toBeVisible()
  await act(/^Remove$/)
  await page.getByRole('button', { name: 'Remove connection' }).click()
  await expect(page.getByText('No connections')).toBeVisible()
  await page.getByRole('button', { name: 'Collapse' }).click()
  const expand = page.getByRole('button', { name: 'Expand' })
  await expect(expand).toHaveAttribute('aria-expanded', 'false')
  await page.reload()
  await expect(expand).toBeVisible()
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await expect(breadcrumbs).toHaveText('Audit log')
})
