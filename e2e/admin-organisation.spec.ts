import type { Page } from '@playwright/test'
import {
  type TestTenant,
  PIXEL,
  THIS_YEAR,
  aConnection,
  aTenant,
  aUser,
  theTenant,
} from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const pageOf = ({ id }: TestTenant) => `/admin/applications/${id}/main`
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
const isSaved = (page: Page) => expect(page.getByText('Organisation saved').first()).toBeVisible()

const colourOn = (page: Page) => page.getByRole('textbox', { name: 'Brand colour', exact: true })

async function aGod(db: Db) {
  return await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
}

test('a god-admin creates an organisation, brands it and suspends it', async ({ page, db }) => {
  await enter(page, await aGod(db), '/admin/applications')
  await page.getByRole('link', { name: 'Create organisation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create new company')
  await expect(page).toHaveTitle(/^Create new company/)
  const domain = `kestrel-${Date.now()}`
  await page.getByRole('textbox', { name: 'Name' }).fill('Kestrel Rail')
  await page.getByRole('textbox', { name: 'Domain' }).fill('North field')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await expect(page.getByText('Use lower-case letters, numbers and hyphens')).toBeVisible()
  await expectGoodLooks(page, 'organisation-create')
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('textbox', { name: 'First administrator' }).fill('first@kestrel.example')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kestrel Rail')
  await expect(page).toHaveTitle(/^Kestrel Rail/)
  await expect(page.getByRole('link', { name: 'Invites 1' })).toBeVisible()

  await colourOn(page).fill('#8C1D4')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await save(page)
  await expect(page.getByText('Use a colour such as #1C5C46')).toBeVisible()
  await expectGoodLooks(page, 'organisation-fault')
  await colourOn(page).fill('#8C1D40')
  await save(page)
  await expect(page.getByText('1 change not saved')).toBeHidden()
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(page.getByText('an SVG may carry scripts')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PIXEL,
  })
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
  const visitor = await page.context().newPage()
  const logo = await visitor.goto(addressOf(`${domain}.localhost`, '/api/tenant/logo'))
  expect(logo?.headers()['content-type']).toBe('image/png')
  await visitor.close()

  await page.getByRole('button', { name: 'Suspend the organisation' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 invitation cannot be accepted')
  await expectGoodLooks(page, 'organisation-suspending')
  await page.getByRole('button', { name: 'Suspend Kestrel Rail' }).click()
  await expect(page.getByRole('heading', { name: 'Suspended' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the organisation again' }).click()
  await expect(page.getByRole('heading', { name: 'Suspend', exact: true })).toBeVisible()
})

test('a company admin changes the own brand, with what stands at the own host', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  await enter(page, admin, '/admin/organisation')
  await expect(page).toHaveTitle(/^Application/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application')
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Suspend the organisation' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name' }).fill('Alder Housing')
  await colourOn(page).fill('#5B2A86')
  await page.getByRole('switch', { name: 'Second step at sign-in' }).check()
  await expect(page.getByText('1 of 1 have no second step yet')).toBeVisible()
  await page.getByRole('switch', { name: 'Second step at sign-in' }).uncheck()
  await page.getByRole('radio', { name: 'Single sign-on' }).click()
  await expect(page.getByText('3 changes not saved')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Connect an identity provider first')).toBeVisible()
  await expectGoodLooks(page, 'organisation-own')
  await page.getByRole('radio', { name: 'Email and password' }).click()
  await save(page)
  await isSaved(page)
  const stored = await db
    .selectFrom('tenants')
    .select(['name', 'brand_colour', 'sign_in_mode'])
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({
    name: 'Alder Housing',
    brand_colour: '#5B2A86',
    sign_in_mode: 'credentials',
  })
})

test('an auditor reads the assigned organisations and their users, and has nothing to write with; a foreign one is not found', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'] })
  const [own, foreign] = [await aTenant(db, { name: 'Seen' }), await aTenant(db)]
  await aConnection(db, own, { domain: 'seen.example' })
  await db
    .insertInto('tenant_auditors')
    .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: own.id })
    .execute()
  await aUser(db, { tenant: own, name: 'Dora Dahl' })
  await enter(page, auditor, '/admin')
  await expect(page.getByRole('link', { name: /^Organisations\s*1/ })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: `No self-assessment for ${THIS_YEAR}` }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toHaveCount(0)
  await expect(page.getByText('Invitations', { exact: true })).toHaveCount(0)
  await go(page, '/admin/users')
  await expect(page.getByRole('rowheader')).toHaveText(['Dora Dahl'])
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Dora Dahl' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'View user',
    'View results',
    'View certifications',
  ])
  await go(page, '/admin/admin-invites')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')
  await go(page, `/admin/applications/${own.id}/invites`)
  await expect(page.getByText('No invitations')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite users' })).toHaveCount(0)
  await go(page, '/admin/applications')
  await expect(page.getByRole('link', { name: 'Create organisation' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Seen' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  await expect(page.getByText('seen.example').first()).toBeVisible()
  for (const name of [/Save/, /Suspend/, /Add connection/, /Actions for/, /Choose/])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expectGoodLooks(page, 'organisation-auditor')
  await go(page, pageOf(foreign))
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  await go(page, '/admin/applications/create')
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
})

test('the second of two admins sees what the first one changed, and chooses field by field', async ({
  page,
  as,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Before' })
  await enter(page, await aGod(db), pageOf(tenant))
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  const other = await as(await aUser(db, { tenant, roles: ['admin'] }), '/admin/organisation')
  await other.getByRole('textbox', { name: 'Name' }).fill('Theirs')
  await colourOn(other).fill('#5B2A86')
  await save(other)
  await expect(other.getByText('changes not saved')).toBeHidden()

  await save(page)
  await expect(
    page.getByText('Someone else changed this organisation while you were editing'),
  ).toBeVisible()
  await expect(page.getByText('Taken over from them: Brand colour, #5B2A86.')).toBeVisible()
  await expectGoodLooks(page, 'organisation-conflict')
  await save(page)
  await expect(page.getByText('1 field needs attention.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep yours: Name' }).click()
  await save(page)
  await isSaved(page)
  const stored = await db
    .selectFrom('tenants')
    .select(['name', 'brand_colour'])
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ name: 'Mine', brand_colour: '#5B2A86' })
})

test('a god-admin moves an organisation to another address', async ({ page, db }) => {
  await test.step('moving an organisation to another address says what that means first', async () => {
    const tenant = await aTenant(db, { name: 'Mover' })
    await enter(page, await aGod(db), pageOf(tenant))
    const domain = `moved-${Date.now()}`
    await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
    await save(page)
    await expect(page.getByRole('alertdialog')).toContainText(
      `Links to ${tenant.host} stop working`,
    )
    await page.getByRole('button', { name: 'Change the address' }).click()
    await expect(page.getByText(`${domain}.localhost`, { exact: true })).toBeVisible()
  })

  await test.step('any tab that there is not leads to the first one', async () => {
    const tenant = await aTenant(db)
    await enter(page, await aGod(db), `/admin/applications/${tenant.id}/nonsense`)
    await expect(page).toHaveURL(addressOf('admin.localhost', pageOf(tenant)))
    await go(page, `/admin/applications/${tenant.id}`)
    await expect(page).toHaveURL(addressOf('admin.localhost', pageOf(tenant)))
  })
})

test('an admin connects an identity provider, tests it and removes it', async ({ page, db }) => {
  const tenant = await aTenant(db)
  await enter(page, await aUser(db, { tenant, roles: ['admin'] }), '/admin/organisation')
  await page.getByRole('button', { name: 'Add connection' }).click()
  const form = page.getByRole('form', { name: 'New connection' })
  await form.getByRole('textbox', { name: 'Email domain' }).fill('alder')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByText('Use a domain such as example.org')).toBeVisible()
  await expectGoodLooks(page, 'organisation-connecting')
  await form.getByRole('textbox', { name: 'Email domain' }).fill('alder.example')
  await form.getByRole('textbox', { name: 'Name' }).fill('Alder')
  await form.getByRole('textbox', { name: 'Address of the provider' }).fill('http://127.0.0.1:9')
  await form.getByRole('textbox', { name: 'Client ID' }).fill('waymark')
  await form.getByRole('textbox', { name: 'Required ways to sign in there' }).fill('phr  phrh')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { name: 'alder.example' })).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions for alder.example' })
  await actions.click()
  await page.getByRole('menuitem', { name: /^(Edit|Change)/ }).click()
  const change = page.getByRole('form', { name: 'Change alder.example' })
  const required = change.getByRole('textbox', { name: 'Required ways to sign in there' })
  await expect(required).toHaveValue('phr phrh')
  await required.fill('')
  await change.getByRole('button', { name: 'Save connection' }).click()
  await expect(page.getByText('Connection saved', { exact: true })).toBeVisible()
  await page.getByText('What to enter at the provider').click()
  await expect(page.getByText('/api/auth/sso/alder.example/callback')).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Test this connection' }).click()
  await expect(page.getByRole('list', { name: 'What was checked' })).toContainText(
    'There is no answer that can be used.',
  )
  await expectGoodLooks(page, 'organisation-connection')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await expect(page.getByText('Off', { exact: true }).last()).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove the connection' }).click()
  await expect(page.getByText('No connections')).toBeVisible()
})
