import { type Person, aGod, enter, expect, test, turnTo } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { aRound } from './reviewing.ts'

test('a page that is opened again loads its data again', async ({ page, db }) => {
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
  const { auditor, path: review } = await aRound(db, 'reviewed')
  const visits: [person: Person, paths: string[], start: string][] = [
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
      '/cookies-policy',
    ],
    // The sidebar loads an auditor's organisations once.
    [auditor, ['/admin', '/admin/reviews', review], '/admin/users'],
    [user, ['/', '/action-reports', '/certification', '/settings'], '/cookies-policy'],
  ]
  // The installation, the organisation and the user are loaded once for all pages.
  const known = new Set(['/api/sys', '/api/tenant', '/api/tenant/brand.css', '/api/user'])
  let asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !known.has(pathname)) asked.add(pathname)
  })
  await page.clock.install()
  for (const [person, paths, start] of visits) {
    await enter(page, person, start)
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(2000)
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
