import { aNewcomer, addressOf, enter, expect, test, signOut, signIn } from './fixtures.ts'

test('signing in and out in one tab is followed by the others', async ({ page, context, db }) => {
  await test.step('signing in in one tab signs in in the others', async () => {
    const { host, email } = await aNewcomer(db)
    await page.goto(addressOf(host, '/login'))
    const other = await context.newPage()
    await other.goto(addressOf(host, '/login'))
    await signIn(other, email)
    await expect(other).toHaveURL(addressOf(host))
    await expect(page).toHaveURL(addressOf(host))
  })

  await test.step('signing out in one tab signs out in the others', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    const other = await context.newPage()
    await other.goto(addressOf(person.host))
    await signOut(other)
    await expect(other).toHaveURL(/\/login$/)
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('a renewed token and a chosen theme reach the other tabs', async ({ page, context, db }) => {
  await test.step('a token that is renewed in one tab leaves the others as they are', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    const other = await context.newPage()
    await other.goto(addressOf(person.host, '/settings'))
    await other.getByLabel('Name', { exact: true }).fill('Half Typed')
    // Whichever tab asks first renews for both.
    const renewal = context.waitForEvent('response', (answer) =>
      answer.url().endsWith('/api/refresh-token'),
    )
    await page.evaluate(() => localStorage.setItem('pat-app__at__', 'old'))
    await page.reload()
    expect((await renewal).status()).toBe(200)
    await expect(page.getByText(person.email).first()).toBeVisible()
    await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Half Typed')
  })

  await test.step('a theme chosen in one tab is the theme of all', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    const other = await context.newPage()
    await other.goto(addressOf(person.host, '/settings'))
    await expect(other.getByRole('radio', { name: 'System' })).toBeChecked()
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(other.locator('html')).toHaveClass(/dark/)
  })
})
