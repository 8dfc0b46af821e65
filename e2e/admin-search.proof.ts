import { aTenant } from 'api/testing/factories'
import { aGod, enter, expect, go, test } from './fixtures.ts'

test('other invalid search values silently fall back to defaults', async ({ page, db }) => {
  const { id } = await aTenant(db)
  const wrong =
    'sort=size.asc&page=0&limit=x&status=z&utm_source=mail&roles=12&year=soon&view=x&state=q'
  await enter(page, await aGod(db), '/admin')
  for (const [path, name] of Object.entries({
    '/applications': 'Organisations',
    [`/applications/${id}/users`]: /./,
    [`/applications/${id}/invites`]: /./,
    '/admin-users': 'Access',
    '/admin-invites': 'Invites',
    '/content-sets': 'Content sets',
    '/participation': 'Participation',
    '/audit': 'Audit log',
    '/settings/terms': 'Terms',
    '': 'Dashboard',
  })) {
    await go(page, `/admin${path}?${wrong}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Something went wrong!')).toHaveCount(0)
    await expect(page.getByText('Illegal query parameters detected')).toHaveCount(0)
  }
})
