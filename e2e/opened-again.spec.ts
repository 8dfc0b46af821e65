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
  let inFlight = 0
  page.on('request', () => (inFlight += 1))
  const end = () => (inFlight -= 1)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  /** Parts that load later ask, too: else a request would count for the next page. */
  const settled = async () => {
    for (let quiet = 0; quiet < 10; quiet = inFlight === 0 ? quiet + 1 : 0)
      await page.evaluate('new Promise(requestAnimationFrame)')
  }
  await page.clock.install()
  for (const [person, paths, start] of visits) {
    await enter(page, person, start)
    await settled()
    const needed = new Map<string, Set<string>>()
    const open = async (path: string) => {
      // What has just been loaded, also by the page before, counts as new.
      await page.clock.fastForward(2000)
      asked = new Set()
      await turnTo(page, path)
      return asked
    }
    for (const path of paths) {
      const first = await open(path)
      await expect.poll(() => first.size, path).toBeGreaterThan(0)
      await settled()
      needed.set(path, first)
    }
    for (const [path, first] of needed) {
      const again = await open(path)
      await expect.poll(() => [...first].filter((each) => !again.has(each)), path).toEqual([])
      await settled()
    }
  }
})
