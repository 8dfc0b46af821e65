import { aNewcomer, demoPerson, enter, expect, forget, go, test } from './fixtures.ts'

test('pages have titles, a heading with the focus, a skip link and an address that keeps year and type', async ({
  page,
  db,
}) => {
  await test.step('every page has a title of its own, with the organisation', async () => {
    await page.goto('/login')
    await expect(page).toHaveTitle('Sign in · Northfield Trust')
    await enter(page, await aNewcomer(db))
    await expect(page).toHaveTitle('Overview · Northfield Trust')
    for (const [path, title] of [
      ['/action-reports', 'Action reports'],
      ['/settings', 'Settings'],
      ['/terms-of-use', 'Terms of use'],
      ['/cookies-policy', 'Cookies policy'],
    ] as const) {
      await go(page, path)
      await expect(page).toHaveTitle(`${title} · Northfield Trust`)
    }
  })

  await test.step('on a change of page the focus goes to its heading', async () => {
    await enter(page, await aNewcomer(db))
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: /reports/i }).click()
    await expect(page.getByRole('heading', { name: 'Action reports', level: 1 })).toBeFocused()
    await main.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('heading', { name: /Where we stand/, level: 1 })).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Action reports', level: 1 })).toBeFocused()
  })

  await test.step('year and type are in the address', async () => {
    await enter(page, demoPerson('northfield', 'people.manager'))
    const year = new Date().getFullYear() - 1
    await page.getByRole('combobox', { name: 'Year' }).selectOption(String(year))
    await expect(page).toHaveURL(new RegExp(`year=${year}`))
    await page.getByRole('radio', { name: 'Certification' }).click()
    await expect(page).toHaveURL(/type=certification/)
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Self-assessment' })).toBeChecked()
  })

  await test.step('the skip link is first and moves the focus to the main part', async () => {
    await forget(page)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})
