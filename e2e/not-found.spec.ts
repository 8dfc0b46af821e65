import {
  aNewcomer,
  addressOf,
  anAdmin,
  demoPerson,
  enter,
  expect,
  test,
  turnTo,
} from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('an unknown page says so in each scope', async ({ page, db }) => {
  const person = await aNewcomer(db)
  const expect404 = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
    for (const text of [
      "Something's missing.",
      "Sorry, we can't find that page. You'll find lots to explore on the home page.",
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  expect((await page.goto(addressOf(person.host, '/no/such/page')))?.status()).toBe(404)
  await expect404()
  await expectGoodLooks(page, 'not-found')
  await enter(page, person, '/no/such/page')
  await expect404()
  for (const path of ['/auth/sso/', '/auth/salesforce', '/auth']) {
    await turnTo(page, path)
    await expect404()
  }
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL(addressOf(person.host))
  await turnTo(page, '/?year=2001')
  const none = page.getByRole('heading', { name: 'Oops! We could not find content set.' })
  await expect(none).toBeVisible()
  await expectGoodLooks(page, 'overview-without-content')
  await turnTo(page, '/?type=certification')
  await expect(page.getByRole('radio', { name: 'Certification' })).toBeChecked()

  await enter(page, demoPerson('northfield', 'northfield.admin'), '/admin/no-such-page')
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  const missing = page.getByText("The page you're looking for doesn't exist.", { exact: true })
  await expect(missing).toBeVisible()
  await expect(page).toHaveTitle(/^Page not found · /)
  await expectGoodLooks(page, 'admin-not-found')
  const home = page.getByRole('link', { name: 'Return to Home' })
  await expect(home).toHaveAttribute('href', '/')
  await home.click()
  await expect(page).toHaveURL(addressOf('northfield.localhost'))

  expect((await page.goto(addressOf('nobody.localhost')))?.status()).toBe(404)
  const text = 'You tried to access a page that does not exist or cannot be accessed.'
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('contact support')).toBeVisible()
  await expectGoodLooks(page, 'fallback')
})

test('an id in another spelling is not found, without a request', async ({ page, db }) => {
  const admin = await anAdmin(db, { roles: ['admin', 'user'] })
  const { id, tenantId } = admin
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await enter(page, admin, `/admin/users/${id}/main-details`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Edit user')
  for (const path of [
    `users/0${id}`,
    `users/%20${id}`,
    'reviews/abc',
    `applications/${tenantId}.0/main`,
    'content-sets/0308/compare',
  ]) {
    await turnTo(page, `/admin/${path}`)
    await expect(heading, path).toHaveText('Oops! Page Not Found')
    await expect(page, path).toHaveTitle(/^Page not found · /)
  }
  for (const path of [
    '/assessment/3e2?elementId=1',
    '/action-reports/nonsense',
    '/certification/nonsense',
  ]) {
    await turnTo(page, path)
    await expect(heading, path).toHaveText('404')
  }
  expect(
    requests.filter((path) => /^\/api\/.*(0308|abc|3e2|nonsense|\.0|\/0\d)/.test(path)),
  ).toEqual([])
  // Load errors on these show the empty state.
  for (const path of ['assessment/01', 'certifications/abc']) {
    await turnTo(page, `/admin/users/${id}/${path}`)
    await expect(page.getByText(/^There are no .* for this user yet\.$/), path).toBeVisible()
  }
})
