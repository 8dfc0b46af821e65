import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { hold } from './late-parts.ts'
import { aVerifiedNewcomer, firstStep } from './mfa.ts'
import { PAGES } from './page-list.ts'
import { countShifts, shiftsOf } from './shifts.ts'

/** What a visitor without a provider sees at last. */
const ENDS: Record<string, string | null> = {
  '/mfa': 'Sign in',
  '/_debug': 'Sign in',
  '/debug/auth-demo': 'Sign-in demo',
  '/debug/silent-signin-demo': 'Silent sign-in demo',
  '/auth/sso/$domain': 'Something went wrong',
  '/auth/sso/callback': 'Something went wrong',
  '/auth/sso/process-signin': 'Sign in',
  '/auth/sso/silent-signin': 'Something went wrong',
  '/auth/salesforce/callback': 'Something went wrong',
  '/auth/salesforce/logout-callback': 'Sign in',
  // Only ever in a hidden frame.
  '/auth/salesforce/silent-callback': null,
  '/auth/salesforce/start': 'Something went wrong',
}

// As Lighthouse opens them.
test.use({ viewport: { width: 412, height: 823 } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('pages on the way to and from a provider move little when they open', async ({ page }) => {
  expect(Object.keys(ENDS)).toEqual(PAGES.visitor.filter((path) => /auth|debug|mfa/.test(path)))
  await countShifts(page)
  for (const [path, end] of Object.entries(ENDS)) {
    await page.goto(path.replace('$domain', 'northfield'))
    if (end !== null) await expect(heading(page)).toHaveText(end)
    expect.soft(await shiftsOf(page), path).toEqual([])
  }
})

test('the page for the code of a sign-in moves little when it is opened again', async ({
  page,
  db,
}) => {
  const { person } = await aVerifiedNewcomer(db)
  await page.goto('/login')
  await firstStep(page, person)
  await countShifts(page)
  await page.reload()
  await expect(heading(page)).toHaveText('Enter your code')
  expect(await shiftsOf(page)).toEqual([])
})

test('the sign-in page has its whole footer before it knows the installation', async ({ page }) => {
  const release = await hold(page, '**/api/sys')
  await page.goto('/login')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Support' })).toBeVisible()
  release()
})
