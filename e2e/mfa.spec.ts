import type { Page } from '@playwright/test'
import { PASSWORD, aTenant, aUser } from 'api/testing/factories'
import { type Person, aNewcomer, addressOf, enter, expect, go, test, signIn } from './fixtures.ts'
import { codeOf, readCodes, setUp, twoStep } from './two-step.ts'

const MFA_KEY = 'pat-app__mfa__'

test('two-step sign-in is set up in the settings and asked for at the next sign-in', async ({
  page,
  db,
}) => {
  const person = await aNewcomer(db)
  await enter(page, person, '/settings')
  const section = twoStep(page)
  await section.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  const { secret, codes } = await setUp(section, person.email)
  await test.step('the browser asks before the codes are gone', async () => {
    const asked = page.waitForEvent('dialog')
    await page.evaluate('void setTimeout(() => location.reload())')
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await readCodes(page)).toEqual(codes)
  })
  await section.getByRole('button', { name: 'I have kept the codes' }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()

  const used = codeOf(secret)
  await test.step('a wrong code is told at the field, the right one signs in', async () => {
    await signOut(page)
    await firstStep(page, person)
    await expect(page.getByText(person.email)).toBeVisible()
    await expect(page.getByLabel('6-digit code')).toBeFocused()
    await page.keyboard.type(wrongCode(secret))
    await expect(page.getByText('This code is not right, or it was used before.')).toBeVisible()
    await page.keyboard.type(used)
    await expect(page.getByRole('heading', { name: 'Where we stand' })).toBeVisible()
  })

  await test.step('the same code is refused, and a recovery code signs in once', async () => {
    await signOut(page)
    await firstStep(page, person)
    await page.keyboard.type(used)
    await expect(page.getByText('This code is not right, or it was used before.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Enter one of your recovery codes')).toBeVisible()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await page.getByRole('button', { name: 'Use a code from your app' }).click()
    await expect(page.getByLabel('6-digit code')).toBeFocused()
    await useRecoveryCode(page, codes[0])
    await expect(page.getByRole('heading', { name: 'Where we stand' })).toBeVisible()
    await signOut(page)
    await firstStep(page, person)
    await useRecoveryCode(page, codes[0])
    await expect(page.getByText('This code is not right, or it was used before')).toBeVisible()
  })
})

test('new codes and turning off need the password and a code', async ({ page, db }) => {
  const person = await aNewcomer(db)
  await enter(page, person, '/settings')
  const section = twoStep(page)
  await section.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  const { codes } = await setUp(section, person.email)
  await section.getByRole('button', { name: 'I have kept the codes' }).click()

  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Enter your password')).toBeVisible()
  await prove(page, codes[0])
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  const fresh = await readCodes(page)
  expect(fresh).not.toContain(codes[1])
  await section.getByRole('button', { name: 'I have kept the codes' }).click()

  await section.getByRole('button', { name: 'Turn off' }).click()
  await prove(page, codes[1])
  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await expect(dialog.getByText('This code is not right, or it was used before')).toBeVisible()
  await prove(page, fresh[0])
  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await expect(section.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
  await signOut(page)
  await login(page, person)
  await expect(page.getByRole('heading', { name: 'Where we stand' })).toBeVisible()
})

test('a second step is left, or lost after five wrong codes', async ({ page, db }) => {
  await test.step('leaving the second step clears its token, and without one the way leads to /login', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    const section = twoStep(page)
    await section.getByRole('button', { name: 'Set up two-step sign-in' }).click()
    await setUp(section, person.email)
    await page.getByRole('button', { name: 'I have kept the codes' }).click()
    await signOut(page)
    await firstStep(page, person, '/settings')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    expect(await storedToken(page)).not.toBeNull()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
    expect(await storedToken(page)).toBeNull()
    await go(page, `/mfa?email=${encodeURIComponent(person.email)}`)
    await expect(page).toHaveURL(/\/login$/)
    await page.evaluate((key) => localStorage.setItem(key, 'any'), MFA_KEY)
    for (const path of ['/mfa', '/mfa?email=nobody', '/mfa?email=a%20b%40example.org']) {
      await go(page, path)
      await expect(page, path).toHaveURL(/\/login$/)
    }
  })

  await test.step('the fifth wrong code says that this sign-in is over, and leads to the password again', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    const section = twoStep(page)
    await section.getByRole('button', { name: 'Set up two-step sign-in' }).click()
    const { secret } = await setUp(section, person.email)
    await page.getByRole('button', { name: 'I have kept the codes' }).click()
    await signOut(page)
    await firstStep(page, person, '/settings')
    const code = page.getByLabel('6-digit code')
    for (let count = 0; count < 4; count += 1) {
      await code.fill(wrongCode(secret))
      await expect(page.getByText('Try the next one')).toBeVisible()
      await expect(code).toHaveValue('')
    }
    await code.fill(wrongCode(secret))
    await expect(
      page.getByText('Five codes were not right, so this sign-in is over.', { exact: true }),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
    expect(await storedToken(page)).toBeNull()
    await login(page, person)
    await page.getByLabel('6-digit code').fill(codeOf(secret))
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  })
})

test('where the organisation asks for it, set-up comes first and then the way goes on', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Strict Harbour' })
  await db
    .updateTable('tenants')
    .set({ is_mfa_required: true })
    .where('id', '=', tenant.id)
    .execute()
  const person = await aUser(db, { tenant })
  await page.goto(addressOf(person.host, '/settings'))
  await login(page, person)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await go(page, '/action-reports')
  await expect(page).toHaveURL(/\/mfa-setup\?redirect=/)
  await setUp(page.getByRole('main'), person.email)
  await page.getByRole('button', { name: 'I have kept the codes, continue' }).click()
  await expect(page).toHaveURL(/\/action-reports/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await go(page, '/settings')
  await expect(twoStep(page).getByText('so it cannot be turned off')).toBeVisible()
  await expect(twoStep(page).getByRole('button', { name: 'Turn off' })).toHaveCount(0)
})

async function prove(page: Page, code = '') {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByLabel('Code from your app, or a recovery code').fill(code)
}

async function login(page: Page, { email }: Person) {
  await signIn(page, email)
}

async function firstStep(page: Page, person: Person, redirect = '/') {
  await go(page, `/login?redirect=${encodeURIComponent(redirect)}`)
  await login(page, person)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

async function useRecoveryCode(page: Page, code = '') {
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code.toUpperCase())
  await page.getByRole('button', { name: 'Verify' }).click()
}

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await go(page, '/login')
}

async function storedToken(page: Page) {
  return await page.evaluate((key) => localStorage.getItem(key), MFA_KEY)
}

function wrongCode(secret: string) {
  return String((Number(codeOf(secret)) + 500_001) % 1_000_000).padStart(6, '0')
}
