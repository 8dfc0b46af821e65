import { type Person, aGod, enter, expect, test, turnTo } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { aRound } from './reviewing.ts'

test('a page that is opened again loads its data again', async ({ page, db }) => {
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
  const { auditor, path: review } = await aRound(db, 'reviewed')
  const visits: [Person, string[]][] = [
    [
      await aGod(db),
      [
        '/admin',
        '/admin/applications',
        `/admin/applications/${tenant.id}/invites`,
        '/admin/users',
        `/admin/users/${user.id}/main-details`,
        '/admin/participation',
        '/admin/content-sets',
        `/admin/content-sets/${contentSetId}`,
        '/admin/admin-users',
        '/admin/admin-invites',
        '/admin/settings/terms',
        '/admin/audit',
        '/admin/audit/sent-mails',
        '/admin/system',
      ],
    ],
    [auditor, ['/admin', '/admin/reviews', review]],
    [user, ['/', '/action-reports', '/certification', '/settings']],
  ]
  // The installation, the organisation and the user are loaded once for all pages.
  const known = new Set(['/api/sys', '/api/tenant', '/api/user'])
  let asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !known.has(pathname)) asked.add(pathname)
  })
  await page.clock.install()
  for (const [person, paths] of visits) {
    await enter(page, person, '/cookies-policy')
    const needed = new Map<string, Set<string>>()
    for (const path of paths) {
      needed.set(path, (asked = new Set()))
      await turnTo(page, path)
    }
    for (const [path, first] of needed) {
      // What has just been loaded counts as new.
      await page.clock.fastForward(2000)
      asked = new Set()
      await turnTo(page, path)
      await expect.poll(() => [...first].filter((each) => !asked.has(each)), path).toEqual([])
    }
    expect([...needed.values()].every(({ size }) => size > 0)).toBe(true)
  }
})
