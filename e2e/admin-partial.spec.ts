import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

/** Opens the invitations of a new organisation, with three that wait, all of them chosen. */
async function threeChosen(page: Page, db: Db) {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  await enter(page, admin, `/admin/applications/${tenant.id}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).click()
  const names = ['ann', 'ben', 'cleo']
  await page.getByLabel('Email addresses').fill(names.map((n) => `${n}@example.org`).join(' '))
  await page.getByRole('button', { name: 'Send', exact: false }).last().press('Enter')
  await expect(page.getByText('3 invitations sent').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).press('Space')
  await expect(page.getByText('3 chosen')).toBeVisible()
  return tenant
}

/** Somebody else was quicker. */
async function withdrawn(db: Db, tenantId: number, email?: string) {
  let links = db.updateTable('one_time_links').set({ revoked_at: new Date().toISOString() })
  if (email) links = links.where('email', '=', email)
  await links.where('tenant_id', '=', tenantId).where('kind', '=', 'invite').execute()
}

async function answer(page: Page, opener: string, action: string) {
  await page.getByRole('button', { name: opener, exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: action }).press('Enter')
}

test('of several that are sent again some fail: it is said, and nobody is sent to twice', async ({
  page,
  db,
}) => {
  await test.step('what was sent again before the connection went is not sent once more', async () => {
    await threeChosen(page, db)
    const sent: string[] = []
    let isCut = true
    await page.route('**/api/invitations/*/link*', async (route) => {
      sent.push(new URL(route.request().url()).pathname)
      await (isCut && sent.length > 1 ? route.abort() : route.continue())
    })
    await answer(page, 'Send again', 'Send 3 invitations')
    const asked = page.getByRole('alertdialog', { name: 'Send 2 invitations again?' })
    await expect(asked).toContainText('2 of 3 could not be done. Waymark cannot be reached.')
    isCut = false
    await asked.getByRole('button', { name: 'Send 2 invitations' }).press('Enter')
    await expect(page.getByText('2 invitations sent again').first()).toBeVisible()
    expect(sent.filter((path) => path === sent[0])).toHaveLength(1)
  })

  await test.step('of several sent again one was withdrawn meanwhile: it is said, and nobody is left to try', async () => {
    const { id } = await threeChosen(page, db)
    await withdrawn(db, id, 'ben@example.org')
    await answer(page, 'Send again', 'Send 3 invitations')
    await expect(page.getByText('Not everything was sent', { exact: true })).toBeVisible()
    await expect(
      page.getByText(/1 of 3 could not be done.*withdrawn already/).first(),
    ).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveText(['cleo@example.org', 'ann@example.org'])
    await expect(page.getByRole('group', { name: 'Chosen rows' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('a question whose answer is under way stays until it is known how it went', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  await aUser(db, { tenant, name: 'Ben' })
  await enter(page, admin, '/admin/users')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/users/removals', async (route) => {
    await held
    await route.abort('internetdisconnected')
  })
  await page.getByRole('checkbox', { name: 'Choose Ben' }).press('Space')
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove 1 person' }).press('Enter')
  const cancel = question.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await cancel.press('Enter')
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  letGo()
  await expect(question.getByText('Nobody was removed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
})
