import type { Locator, Page } from '@playwright/test'
import { codeOf } from 'api/testing/authenticator'
import { PASSWORD, type TestUser, aTenant, aUser } from 'api/testing/factories'
import {
  aNewcomer,
  addressOf,
  enter,
  expect,
  go,
  savedFile,
  signIn,
  test,
  turnTo,
} from './fixtures.ts'
import { MFA_KEY, RELOAD_KEY, aVerifiedNewcomer, firstStep, storedToken } from './mfa.ts'
import { expectPendingUntilNextPage } from './pending.ts'

const CODE = 'Code from your app or a recovery code'
const WRONG = 'This code is wrong or has already been used'

const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step verification' })
const appCode = (page: Page) => page.getByLabel('6-digit code')

function wrongCode(secret: string) {
  return String((Number(codeOf({ secret })) + 500_001) % 1_000_000).padStart(6, '0')
}

async function readCodes(page: Page) {
  const list = page.getByRole('list', { name: 'Recovery codes' })
  return await list.getByRole('listitem').allInnerTexts()
}

/** From the password to the recovery codes. */
async function setUp(part: Locator, { email }: TestUser) {
  const page = part.page()
  await part.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('6-digit code from the app').fill(codeOf({ secret }))
  await expect(page.getByText('Save these recovery codes.')).toBeVisible()
  const codes = await readCodes(page)
  expect(new Set(codes).size).toBe(10)
  const download = page.getByRole('button', { name: 'Download codes' })
  const text = (await savedFile(page, () => download.click())).bytes.toString()
  for (const each of [email, ...codes]) expect(text).toContain(each)
  return { secret, codes }
}

const keepCodes = (page: Page) =>
  twoStep(page).getByRole('button', { name: 'I have saved the codes' }).click()

async function useRecoveryCode(page: Page, code = '') {
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code.toUpperCase())
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('two-step sign-in is set up and required at the next sign-in', async ({ page, db }) => {
  const person = await aNewcomer(db)
  await enter(page, person, '/settings')
  await twoStep(page).getByRole('button', { name: 'Set up two-step verification' }).click()
  const { secret, codes } = await setUp(twoStep(page), person)
  await page.evaluate('window.print = () => (document.title = "Printed")')
  await page.getByRole('button', { name: 'Print codes' }).click()
  await expect(page).toHaveTitle('Printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(person.email).filter({ visible: true })).toHaveCount(1)
  expect(await readCodes(page)).toEqual(codes)
  await expect(page.getByRole('heading')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  const asked = page.waitForEvent('dialog')
  await page.evaluate('void setTimeout(() => location.reload())')
  const dialog = await asked
  expect(dialog.type(), 'before the codes are gone').toBe('beforeunload')
  await dialog.dismiss()
  expect(await readCodes(page)).toEqual(codes)
  await keepCodes(page)
  await expect(twoStep(page).getByText('10 recovery codes left')).toBeVisible()

  const overview = page.getByRole('heading', { name: 'Where we are' })
  const refused = page.getByText('This code is wrong or has already been used.')
  const recovery = page.getByLabel('Recovery code')
  // As if the set-up had used an earlier code.
  await db
    .updateTable('authenticators')
    .set({ last_step: null })
    .where('user_id', '=', person.id)
    .execute()
  const used = codeOf({ secret })
  await firstStep(page, person)
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(appCode(page)).toBeFocused()
  await page.keyboard.type(wrongCode(secret))
  await expect(refused).toBeVisible()
  await expectPendingUntilNextPage(page, () => page.keyboard.type(used))
  await expect(overview).toBeVisible()

  await firstStep(page, person)
  await page.keyboard.type(used)
  await expect(refused).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(recovery).toBeFocused()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Enter one of your recovery codes')).toBeVisible()
  await expect(recovery).toBeFocused()
  await page.getByRole('button', { name: 'Use a code from your app' }).click()
  await expect(appCode(page)).toBeFocused()
  await useRecoveryCode(page, codes[0])
  await expect(overview).toBeVisible()
  await firstStep(page, person)
  await useRecoveryCode(page, codes[0])
  await expect(page.getByText('This code is wrong or has already been used')).toBeVisible()
})

test('changes of address, password, codes and two-step sign-in need a code', async ({
  page,
  db,
}) => {
  const { person, recoveryCodes: codes } = await aVerifiedNewcomer(db)
  await enter(page, person, '/settings')
  const email = page.getByRole('region', { name: 'Email' })
  const changeEmail = email.getByRole('button', { name: 'Change email' })
  await email.getByLabel('New email').fill(`new.${person.email}`)
  await email.getByLabel('Your password').fill(PASSWORD)
  await changeEmail.click()
  await expect(email.getByText('Enter a code from your app or a recovery code')).toBeVisible()
  await email.getByLabel(CODE).fill('000000')
  await changeEmail.click()
  await expect(email.getByText(WRONG)).toBeVisible()
  await email.getByLabel(CODE).fill(codes[0] ?? '')
  await changeEmail.click()
  await expect(page.getByText(`Confirm your new email address, new.${person.email}.`)).toBeVisible()

  const password = page.getByRole('region', { name: 'Password', exact: true })
  const changePassword = password.getByRole('button', { name: 'Change password' })
  await password.getByLabel('Current password').fill(PASSWORD)
  const next = 'long grey rivers walk'
  await password.getByLabel('New password').fill(next)
  await password.getByLabel(CODE).fill(codes[0] ?? '')
  await changePassword.click()
  await expect(password.getByText(WRONG)).toBeVisible()
  await password.getByLabel(CODE).fill(codes[2] ?? '')
  await changePassword.click()
  await expect(page.getByText('Password changed').first()).toBeVisible()

  const dialog = page.getByRole('dialog')
  const confirm = async (button: string, code = '') => {
    await dialog.getByLabel('Your password').fill(next)
    await dialog.getByLabel(CODE).fill(code)
    await page.getByRole('button', { name: button }).click()
  }
  await twoStep(page).getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog.getByText('Enter your password')).toBeVisible()
  await confirm('Create new codes', codes[1])
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  const fresh = await readCodes(page)
  expect(fresh).not.toContain(codes[3])
  await keepCodes(page)

  await twoStep(page).getByRole('button', { name: 'Turn off' }).click()
  await confirm('Turn off two-step verification', codes[3])
  await expect(dialog.getByText(WRONG)).toBeVisible()
  await confirm('Turn off two-step verification', fresh[0])
  const start = twoStep(page).getByRole('button', { name: 'Set up two-step verification' })
  await expect(start).toBeVisible()
})

test('leaving the verification page, or five wrong codes, ends the sign-in', async ({
  page,
  db,
}) => {
  const { person, secret } = await aVerifiedNewcomer(db)
  await page.goto(addressOf(person.host, '/favicon.svg'))
  await firstStep(page, person, '/settings')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  await expect.poll(() => storedToken(page)).toBeNull()
  await go(page, `/mfa?email=${encodeURIComponent(person.email)}`)
  await expect(page).toHaveURL(/\/login$/)
  await firstStep(page, person)
  await go(page, '/cookies-policy')
  for (const key of [MFA_KEY, RELOAD_KEY])
    await expect(page.getByText(key, { exact: true })).toBeVisible()
  expect(await storedToken(page), 'another address').toBeNull()

  await firstStep(page, person)
  await page.route('**/assets/*.js', () => undefined)
  await page.reload({ waitUntil: 'commit' })
  // The page's first script, which isn't blocked.
  await page.waitForFunction(() => '__zod_globalConfig' in globalThis)
  expect(await storedToken(page)).not.toBeNull()
  await go(page, '/favicon.svg')
  expect(await storedToken(page), 'a reload before its scripts came').toBeNull()
  await page.unrouteAll()

  await firstStep(page, person)
  const token = await storedToken(page)
  await page.route('**/mfa?*', (route) => route.fulfill({ status: 503, body: 'Closed' }))
  await page.reload()
  await expect(page.getByText('Closed')).toBeVisible()
  expect(await storedToken(page), 'a reload that a page without scripts answers').not.toBe(token)
  await page.unrouteAll()

  await firstStep(page, person, '/settings')
  for (let count = 0; count < 4; count += 1) {
    await appCode(page).fill(wrongCode(secret))
    await expect(page.getByText('Enter another code')).toBeVisible()
    await expect(appCode(page)).toHaveValue('')
  }
  await appCode(page).fill(wrongCode(secret))
  const over = 'You entered five wrong codes.'
  await expect(page.getByText(over, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  await expect.poll(() => storedToken(page)).toBeNull()
  await signIn(page, person.email)
  await appCode(page).fill(codeOf({ secret }))
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
})

test('an organisation that requires it leads to the set-up first', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Strict Harbour' })
  await db
    .updateTable('tenants')
    .set({ is_mfa_required: true })
    .where('id', '=', tenant.id)
    .execute()
  const person = await aUser(db, { tenant })
  await page.goto(addressOf(person.host, '/settings'))
  await signIn(page, person.email)
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
  await go(page, '/action-reports')
  await expect(page).toHaveURL(/\/mfa-setup\?redirect=/)
  await setUp(page.getByRole('main'), person)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(page).toHaveURL(/\/action-reports/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await turnTo(page, '/settings')
  await expect(twoStep(page).getByText('so you can’t turn it off')).toBeVisible()
  await expect(twoStep(page).getByRole('button', { name: 'Turn off' })).toHaveCount(0)
})
