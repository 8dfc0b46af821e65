import { expect, test } from './fixtures.ts'

/** A browser with a window fetches the page's icon as well. */
const ICON = 1

test.use({ isConsentGiven: false })

test(
  'a first visit to the sign-in page takes at most 12 requests and 230 KiB',
  { tag: '@once' },
  async ({ page }) => {
    const sizes = new Map<string, number>()
    page.on('requestfinished', async (request) => {
      if (request.url().endsWith('/favicon.svg')) return
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      sizes.set(new URL(request.url()).pathname, responseHeadersSize + responseBodySize)
    })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('region', { name: /cookie/i })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect(sizes.size + ICON, [...sizes.keys()].join('\n')).toBeLessThanOrEqual(12)
    expect(bytes / 1024, JSON.stringify([...sizes], null, 1)).toBeLessThanOrEqual(230)
  },
)
