import { randomInt } from 'node:crypto'
import { aConnection, aSession, aTenant, aUser } from 'api/testing/factories'
import { aGod, anAdmin, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin who leads a connection to other users reads what ends, and may keep the sessions', async ({
  page,
  db,
}) => {
  const name = `Works ${randomInt(1e9)}`
  const [tenant, works] = [await aTenant(db), await aTenant(db, { name })]
  const id = await aConnection(db, tenant, { domain: 'lead.example' })
  const user = await aUser(db, { tenant })
  const session = await aSession(db, user, { method: 'sso' })
  await db.updateTable('sessions').set({ connection_id: id }).where('id', '=', session).execute()
  const isLive = async () =>
    (
      await db
        .selectFrom('sessions')
        .select('revoked_at')
        .where('id', '=', session)
        .executeTakeFirstOrThrow()
    ).revoked_at === null
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}`)
  const form = page.getByRole('form', { name: 'Edit lead.example' })
  const people = form.getByRole('combobox', { name: 'Users’ organisation' })
  const save = form.getByRole('button', { name: 'Save connection' })
  const dialog = page.getByRole('alertdialog', { name: 'Change the users’ organisation?' })
  const out = dialog.getByRole('checkbox', { name: 'Sign out everyone who signed in' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Actions for lead.example' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }

  await edit()
  await form.getByRole('textbox', { name: 'Name' }).fill('Lead')
  await people.selectOption(name)
  await save.click()
  await expect(dialog).toContainText('can no longer use it, and their links are removed')
  await expect(dialog).toContainText('they can use their password again')
  await expect(out).toBeChecked()
  await expectGoodLooks(page, 'organisation-connection-people')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(people).toHaveValue(String(works.id))
  await expect(save).toBeFocused()
  await save.click()
  await out.uncheck()
  await dialog.getByRole('button', { name: 'Change organisation' }).click()
  await expect(page.getByText('Connection saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Signs in users from another organisation')).toBeVisible()
  expect(await isLive(), 'kept').toBe(true)

  await edit()
  await form.getByRole('textbox', { name: 'Name' }).fill('Leading')
  await save.click()
  await expect(dialog, 'the users stay the same').toBeHidden()
  await expect(form).toBeHidden()
  await edit()
  await people.selectOption('This organisation')
  await save.click()
  await dialog.getByRole('button', { name: 'Change organisation' }).click()
  await expect(page.getByText('Signs in users from another organisation')).toBeHidden()
})

// Valid in 2024.
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBjDCB9gIBAjANBgkqhkiG9w0BAQsFADAPMQ0wCwYDVQQDDARQYXN0MB4XDTI0
MDEwMTAwMDAwMFoXDTI1MDEwMTAwMDAwMFowDzENMAsGA1UEAwwEUGFzdDCBnzAN
BgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA4eXpNvjz2/haxtcV2lKCMo2mKqJedFXg
W1i0BZvNGoybcjhoVOzunnbvRYU1zS+boSsETyOsUbU4tftCx/89EtIboECvhwA3
94Wo586K4jQWvsZQ9r++F3QVqWqjeDxL5yXm8298Xbag2ZDPmCrCul+H5C8AIuKS
9Qf4dlPsjikCAwEAATANBgkqhkiG9w0BAQsFAAOBgQBXwEp83X3Njvt2awsIoh/L
m6yy7OOtTRfUeYxj/SMuQY1iI49+sxQ/J7EcNvYps1iUwyVz9r9pVTzkQ5gDDK04
WkfnqNuTUzxcT34V5C5BYfvqbxtV/rQDpoIGsqODnMRmKcCk5TZqxNhOkPHzdSk8
JZ0UWF5rpKsxhj3YemUPPg==
-----END CERTIFICATE-----`

test('an admin sees which certificates no longer work, and what to do', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const saml = {
    tenant_id: tenant.id,
    kind: 'saml',
    issuer: 'urn:past',
    entry_point: 'https://127.0.0.1:9/sso',
  }
  const certificates = { 'past.example': EXPIRED, 'none.example': '' }
  const connections = Object.entries(certificates).map(([domain, idp_certificate]) => ({
    ...saml,
    domain,
    name: domain,
    idp_certificate,
    is_active: true,
  }))
  await db.insertInto('sso_connections').values(connections).execute()
  await enter(page, await anAdmin(db, { tenant }), '/admin/organisation')
  const row = (domain: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: domain }) })
  const past = row('past.example')
  await expect(past).toContainText('Certificate expired on 1 January 2025')
  await expect(past.getByRole('listitem')).toHaveText(['Enter the provider’s new certificate.'])
  await expect(row('none.example').getByRole('listitem')).toHaveText([
    'The connection has no certificate. Enter the provider’s certificate.',
  ])
  await expectGoodLooks(page, 'organisation-certificates')
})
