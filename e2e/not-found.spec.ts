import { aTenant, aUser } from 'api/testing/factories'
import { aNewcomer, addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'

test('an unknown page is told in each scope', async ({ page, db }) => {
  await test.step('an unknown page is the 404 page, signed in or not', async () => {
    const person = await aNewcomer(db)
    await page.goto(addressOf(person.host, '/no/such/page'))
    await expect404()
    await enter(page, person, '/no/such/page')
    await expect404()
    for (const path of ['/auth/sso', '/auth/sso/', '/auth/salesforce', '/auth']) {
      await go(page, path)
      await expect404()
    }
    await enter(page, person, '/no/such/page')
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(page).toHaveURL(addressOf(person.host))

    async function expect404() {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
      await expect(page.getByText("Something's missing.", { exact: true })).toBeVisible()
      await expect(
        page.getByText(
          "Sorry, we can't find that page. You'll find lots to explore on the home page.",
          { exact: true },
        ),
      ).toBeVisible()
    }
  })

  await test.step('the admin area has its own not-found view', async () => {
    await enter(page, demoPerson('northfield', 'northfield.admin'), '/admin/no-such-page')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
    await expect(
      page.getByText("The page you're looking for doesn't exist.", { exact: true }),
    ).toBeVisible()
    const home = page.getByRole('link', { name: 'Return to Home' })
    await expect(home).toHaveAttribute('href', '/')
    await expect(page).toHaveTitle(/^Page not found · /)
    await home.click()
    await expect(page).toHaveURL(addressOf('northfield.localhost'))
  })

  await test.step('a year without a content set says so', async () => {
    await enter(page, await aNewcomer(db), '/?year=2001')
    await expect(
      page.getByRole('heading', { name: 'Oops! We could not find content set.' }),
    ).toBeVisible()
    await go(page, '/?type=certification')
    await expect(page.getByRole('radio', { name: 'Certification' })).toBeChecked()
  })

  await test.step('the fallback page shows on a host of no organisation', async () => {
    expect((await page.goto(addressOf('nobody.localhost')))?.status()).toBe(404)
    await expect(
      page.getByText('You tried to open a page that does not exist or that cannot be accessed.'),
    ).toBeVisible()
    await expect(page.getByText('contact support')).toBeVisible()
  })
})

test('an id that is written in another way is asked of nobody, and the address of nothing', async ({
  page,
  db,
}) => {
  await test.step('an id that is written in another way is asked of nobody', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin', 'user'] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await enter(page, admin, '/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    for (const path of [
      `applications/0${tenant.id}/main`,
      'content-sets/0308',
      'content-sets/0308/compare',
      'content-sets/0308/preview',
    ]) {
      await go(page, `/admin/${path}`)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Oops! Page Not Found')
    }
    for (const id of ['0308', 'abc', '3e2']) {
      await go(page, `/assessment/${id}?elementId=1`)
      await expect(page.getByRole('heading', { level: 1 }), id).toHaveText('404')
    }
    expect(asked.filter((path) => /^\/api\/.*(0308|abc|3e2|\/0\d)/.test(path))).toEqual([])
  })

  await test.step('an id that is written in another way is the address of nothing', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, admin, `/admin/users/${admin.id}/main-details`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit user')
    const paths = [`users/0${admin.id}`, `users/${admin.id}.0`, `users/%20${admin.id}`, 'users/abc']
    for (const path of [...paths, `applications/0${tenant.id}/main`, `reviews/0${admin.id}`]) {
      await go(page, `/admin/${path}`)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Oops! Page Not Found')
      await expect(page, path).toHaveTitle(/^Page not found · /)
    }
    // The specification, section 2: load errors on these show the empty state.
    for (const path of ['assessment', 'certifications'])
      for (const id of ['abc', '01', '1.0']) {
        await go(page, `/admin/users/${admin.id}/${path}/${id}`)
        await expect(page.getByText(/^There are no .* for this user yet\.$/), id).toBeVisible()
      }
  })
})
