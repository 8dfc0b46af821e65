import { aNewcomer, addressOf, enter, expect, forget, test } from './fixtures.ts'

const SETTINGS_MODULE = /\/assets\/settings-[^/]+\.js$/

test('a module that fails to load is fetched again, once', async ({ page, db }) => {
  await test.step('a module that fails to load makes the page load again, once', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/terms-of-use')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(SETTINGS_MODULE, (route) => (loads === 0 ? route.abort() : route.fallback()))
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    expect(loads).toBe(1)
  })

  await test.step('a module that goes on failing ends in the error panel, not in a circle', async () => {
    await forget(page)
    const person = await aNewcomer(db)
    await enter(page, person, '/terms-of-use')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(SETTINGS_MODULE, (route) => route.abort())
    await page.goto(addressOf(person.host, '/settings'))
    await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible()
    expect(loads).toBe(2)
    await page.unroute(SETTINGS_MODULE)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  })
})

test('without a connection a page says so and tries again', async ({ page, context, db }) => {
  await test.step('a page that cannot be loaded says what went wrong, shows the error on demand and tries again', async () => {
    await enter(page, await aNewcomer(db))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
    await context.setOffline(true)
    await page.getByRole('radio', { name: 'Certification' }).click()
    const panel = page.getByRole('alert')
    await expect(panel.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible({
      timeout: 15_000,
    })
    const message = 'Waymark cannot be reached. Check the connection and try again.'
    const detail = panel.getByRole('code').or(panel.locator('pre'))
    await expect(detail).toBeHidden()
    await panel.getByRole('button', { name: 'Show Error' }).click()
    await expect(detail).toHaveText(message)
    await panel.getByRole('button', { name: 'Hide Error' }).click()
    await expect(detail).toBeHidden()
    await context.setOffline(false)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('radio', { name: 'Certification' })).toBeChecked()
  })

  await test.step('the toast of a failed start is told without a connection', async () => {
    await enter(page, await aNewcomer(db))
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await expect(start).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await start.click()
    await expect(page.getByText('The assessment could not be started').first()).toBeVisible()
    await context.setOffline(false)
    await start.click()
    await expect(page).toHaveURL(/\/assessment\/\d+\?elementId=/)
  })
})
