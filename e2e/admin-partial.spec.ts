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

test('what was sent again before the connection went is not sent once more', async ({
  page,
  db,
}) => {
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

test('of several sent again one was withdrawn meanwhile: it is said, and nobody is left to try', async ({
  page,
  db,
}) => {
  const { id } = await threeChosen(page, db)
  await withdrawn(db, id, 'ben@example.org')
  await answer(page, 'Send again', 'Send 3 invitations')
  await expect(page.getByText('Not everything was sent', { exact: true })).toBeVisible()
  await expect(page.getByText(/1 of 3 could not be done.*withdrawn already/).first()).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText(['cleo@example.org', 'ann@example.org'])
  await expect(page.getByRole('group', { name: 'Chosen rows' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('withdrawing what somebody else has withdrawn says so', async ({ page, db }) => {
  const { id } = await threeChosen(page, db)
  await withdrawn(db, id)
  await answer(page, 'Withdraw', 'Withdraw 3 invitations')
  await expect(page.getByText('Not everything was withdrawn', { exact: true })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No invitations' })).toBeVisible()
})

test('whoever was removed meanwhile leaves the list when the chosen people are refused', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  const gone: number[] = []
  for (const name of ['Gone 1', 'Gone 2', 'Gone 3', 'Gone 4'])
    gone.push((await aUser(db, { tenant, name })).id)
  await aUser(db, { tenant, name: 'Left' })
  await enter(page, admin, '/admin/users')
  for (const [index, [opener, action, failure]] of (
    [
      ['Deactivate', undefined, 'Nothing was changed'],
      ['Send invitation again', /^Send to/, 'Nothing was sent'],
      ['Remove', /^Remove/, 'Nobody was removed'],
    ] as const
  ).entries()) {
    const choice = page.getByRole('checkbox', { name: 'Choose Left' })
    if (!(await choice.isChecked())) await choice.press('Space')
    await page.getByRole('checkbox', { name: `Choose Gone ${index + 1}` }).press('Space')
    await db
      .deleteFrom('users')
      .where('id', '=', gone[index] ?? 0)
      .execute()
    await page.getByRole('button', { name: opener, exact: true }).press('Enter')
    if (action)
      await page.getByRole('alertdialog').getByRole('button', { name: action }).press('Enter')
    await expect(page.getByText(failure, { exact: true })).toBeVisible()
    await expect(page.getByText(/no longer here/).first()).toBeVisible()
    await expect(page.getByRole('rowheader', { name: `Gone ${index + 1}` })).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByText('1 chosen')).toBeVisible()
  }
  await db
    .deleteFrom('users')
    .where('id', '=', gone[3] ?? 0)
    .execute()
  await page.getByRole('button', { name: 'Actions for Gone 4' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('Nothing was changed', { exact: true })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Gone 4' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('undone after one was removed, the others are active again and that one is named', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  const gone = await aUser(db, { tenant, name: 'Ben Gone' })
  const left = await aUser(db, { tenant, name: 'Cleo Left' })
  await enter(page, admin, '/admin/users')
  for (const name of ['Ben Gone', 'Cleo Left'])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).press('Space')
  await page.getByRole('button', { name: 'Deactivate', exact: true }).press('Enter')
  await expect(page.getByText('2 people deactivated', { exact: true })).toBeVisible()
  await db.deleteFrom('users').where('id', '=', gone.id).execute()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Not activated again: Ben Gone', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Cleo Left' }).getByText('Active')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Ben Gone' })).toHaveCount(0)
  const { is_active } = await db
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', left.id)
    .executeTakeFirstOrThrow()
  expect(is_active).toBe(true)
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

test('a dialog with an answer under way stays as well, whichever way it is to be closed', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  await enter(page, admin, '/admin/users')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/invitations', async (route) => {
    await held
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Invite users' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill('ann@example.org')
  await dialog.getByRole('button', { name: /^Send/ }).click()
  const close = dialog.getByRole('button', { name: 'Close' })
  await expect(close).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await close.press('Enter')
  await page.mouse.click(5, 5)
  await expect(close).toHaveAttribute('aria-disabled', 'true')
  letGo()
  await expect(dialog.getByText('Nobody was invited.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
