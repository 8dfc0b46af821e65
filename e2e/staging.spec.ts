import { expect, stagingAddressOf, test } from './fixtures.ts'

test('the banner of a staging environment', async ({ page, context }) => {
  await test.step('the staging banner links to the live site and stays closed for the browser session', async () => {
    await page.goto(stagingAddressOf('northfield.localhost', '/login'))
    const banner = page.getByRole('complementary', { name: 'Staging environment' })
    await expect(banner).toContainText('This is a staging environment.')
    await expect(banner.getByRole('link', { name: 'Go to the live site' })).toHaveAttribute(
      'href',
      'https://waymark.example.org',
    )
    const [box, height] = [await banner.boundingBox(), page.viewportSize()?.height]
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height)
    await banner.getByRole('button', { name: 'Close' }).click()
    await expect(banner).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await expect(banner).toHaveCount(0)
    const other = await context.newPage()
    await other.goto(stagingAddressOf('northfield.localhost', '/login'))
    await expect(other.getByRole('complementary', { name: 'Staging environment' })).toBeVisible()
  })

  await test.step('GET /sys is asked once per browser session, and without staging there is no banner', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/sys')) asked += 1
    })
    await page.goto('/login')
    await expect.poll(() => asked).toBe(1)
    await page.reload()
    await page.goto('/cookies-policy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cookies policy')
    await expect(page.getByRole('link', { name: 'Support' })).toBeVisible()
    expect(asked).toBe(1)
    await expect(page.getByRole('complementary', { name: 'Staging environment' })).toHaveCount(0)
  })
})
