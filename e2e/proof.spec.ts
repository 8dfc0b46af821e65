import { PASSWORD, type TestUser } from 'api/testing/factories'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aNewcomer, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { setUp, twoStep } from './two-step.ts'

const CODE = 'Code from your app, or a recovery code'

test('a new address and a new password take the code of the second step, too', async ({
  page,
  db,
}) => {
  const person = await aNewcomer(db)
  await enter(page, person, '/settings')
  await expect(page.getByLabel(CODE)).toHaveCount(0)
  const section = twoStep(page)
  await section.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  const { codes } = await setUp(section, person.email)
  await section.getByRole('button', { name: 'I have kept the codes' }).click()

  const email = page.getByRole('region', { name: 'Email' })
  await expect(email.getByLabel(CODE)).toBeVisible()
  await email.getByLabel('New email').fill(`new.${person.email}`)
  await email.getByLabel('Your password').fill(PASSWORD)
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(email.getByText('Enter a code from your app, or a recovery code')).toBeVisible()
  await email.getByLabel(CODE).fill('000000')
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(email.getByText('This code is not right')).toBeVisible()
  await expectGoodLooks(page, 'proof-email')
  await email.getByLabel(CODE).fill(codes[0] ?? '')
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Waiting for new.${person.email}.`)).toBeVisible()

  const password = page.getByRole('region', { name: 'Password', exact: true })
  await password.getByLabel('Present password').fill(PASSWORD)
  await password.getByLabel('New password').fill('long grey rivers walk')
  await password.getByLabel(CODE).fill(codes[0] ?? '')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('This code is not right')).toBeVisible()
  await password.getByLabel(CODE).fill(codes[1] ?? '')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()
})

test('ending sessions asks for the password once the sign-in is old', async ({ page, as, db }) => {
  const person = await aNewcomer(db)
  for (const _ of ['one', 'another']) await as(person)
  await enter(page, person, '/settings')
  await makeOld(db, person)
  const devices = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  const first = devices.getByRole('button', { name: 'Sign out' }).first()

  await test.step('without it nothing ends', async () => {
    await first.click()
    await expect(dialog).toBeVisible()
    await expectGoodLooks(page, 'proof-dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('That device is still signed in.')).toBeVisible()
    await expect(first).toBeFocused()
    await expect(devices).toHaveCount(3)
  })

  await test.step('with it the session ends, and the next one without being asked', async () => {
    await first.click()
    await prove(page, 'not the password')
    await expect(dialog.getByText('This is not your password')).toBeVisible()
    await prove(page)
    await expect(devices).toHaveCount(2)
    await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out elsewhere' }).click()
    await expect(devices).toHaveCount(1)
  })

  await test.step('everywhere, here too, asks as well', async () => {
    await makeOld(db, person)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await prove(page)
    await expect(page).toHaveURL(/\/login/)
  })
})

test('people without a password are told what they can do', async ({ page, db }) => {
  const person = await aNewcomer(db)
  await enter(page, person, '/settings')
  const change = { method: 'sso' as const, proved_at: new Date(Date.now() - 660_000).toISOString() }
  await db.updateTable('sessions').set(change).where('user_id', '=', person.id).execute()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
  await page.reload()
  await expect(page.getByText('You have none to change: you use single sign-on.')).toBeVisible()
  await expect(page.getByText('It goes with a password, and you have none')).toBeVisible()
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email.getByText('Sign in again to change it.')).toBeVisible()
  await expectGoodLooks(page, 'proof-too-old')
  const now = { proved_at: new Date().toISOString() }
  await db.updateTable('sessions').set(now).where('user_id', '=', person.id).execute()
  await page.reload()
  await email.getByLabel('New email').fill(`new.${person.email}`)
  await expect(email.getByLabel('Your password')).toHaveCount(0)
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Waiting for new.${person.email}.`)).toBeVisible()
})

async function prove(page: Page, password = PASSWORD) {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function makeOld(db: Db, { id }: TestUser) {
  const proved_at = new Date(Date.now() - 660_000).toISOString()
  await db.updateTable('sessions').set({ proved_at }).where('user_id', '=', id).execute()
}
