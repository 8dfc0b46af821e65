import { aNewcomer, addressOf, enter, expect, forget, go, test, signOut } from './fixtures.ts'

test.use({ isConsentGiven: false })

test('the choice about cookies is made, kept, and made again in a policy that names them all', async ({
  page,
  context,
  db,
}) => {
  await test.step('both choices about cookies weigh the same, and the choice survives signing out', async () => {
    await enter(page, await aNewcomer(db))
    const banner = page.getByRole('region', { name: 'Cookies' })
    const all = banner.getByRole('button', { name: 'Accept all' })
    const necessary = banner.getByRole('button', { name: 'Only necessary' })
    const [one, other] = await Promise.all([all.boundingBox(), necessary.boundingBox()])
    expect(Math.round(one?.width ?? 0)).toBe(Math.round(other?.width ?? 1))
    expect(one?.y).toBe(other?.y)
    await necessary.click()
    await expect(banner).toHaveCount(0)

    await signOut(page)
    await expect(page).toHaveURL(/\/login$/)
    await expect(banner).toHaveCount(0)
    const cookies = await context.cookies()
    const consent = cookies.find(({ name }) => name === 'pat-app__cookie-consent__')
    expect(consent).toMatchObject({ value: 'necessary', sameSite: 'Lax' })
  })

  await test.step('the policy names everything that is kept in the browser', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    await page.getByRole('radio', { name: 'Dark' }).click()
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
    const names = [
      ...(await context.cookies()).map(({ name }) => name),
      ...(await page.evaluate<string[]>(
        '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
      )),
    ].filter((name) => !name.startsWith('tsr-') && !name.startsWith('tanstack'))
    await go(page, '/cookies-policy')
    for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible()
    expect(names.length).toBeGreaterThanOrEqual(6)
    await page.goto(addressOf(person.host))
  })

  await test.step('the cookies policy is open to all, and the choice can be made again there', async () => {
    await forget(page)
    await page.goto('/cookies-policy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cookies policy')
    const banner = page.getByRole('region', { name: 'Cookies' }).filter({ hasText: 'Accept all' })
    await banner.getByRole('button', { name: 'Accept all' }).click()
    await expect(page.getByText('You agreed to all cookies.')).toBeVisible()
    await page.getByRole('button', { name: 'Choose again' }).click()
    await banner.getByRole('button', { name: 'Only necessary' }).click()
    await expect(page.getByText('You agreed to the necessary cookies only.')).toBeVisible()
  })
})
