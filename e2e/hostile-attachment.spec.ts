import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { anEvidence } from './evidence.ts'
import { addressOf, enter, expect, test } from './fixtures.ts'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.documentElement.dataset.ran = 1">
  <script>document.documentElement.dataset.ran = 1; fetch('/api/user?ran')</script>
  <a href="javascript:document.documentElement.dataset.ran=1"><text y="20">Map</text></a></svg>`

test('an SVG that lies in the store is downloaded, and runs nothing even where a browser is made to show it', async ({
  page,
  db,
  problems,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aTinySet() })
  const user = await aUser(db, { tenant })
  const assessment = await anAssessment(db, { user, contentSetId })
  await anEvidence(db, {
    user,
    assessment,
    name: 'map.svg',
    bytes: Buffer.from(SVG),
    mediaType: 'image/svg+xml',
  })
  const { id } = await db
    .selectFrom('attachments')
    .select('id')
    .where('assessment_id', '=', assessment)
    .executeTakeFirstOrThrow()
  // No page of the product, which would go on loading its parts.
  await enter(page, user, '/favicon.svg')
  const token = await page.evaluate<string>(`localStorage.getItem('pat-app__at__')`)
  const address = addressOf(user.host, `/api/attachments/${id}/content`)
  await page.route(address, async (route) => {
    const headers = { ...route.request().headers(), authorization: `Bearer ${token}` }
    await route.continue({ headers })
  })
  const download = page.waitForEvent('download')
  await page.goto(address).catch(() => undefined)
  expect((await download).suggestedFilename()).toBe('map.svg')

  // As if no header said that it is to be saved.
  const sent = await page.evaluate<{ headers: Record<string, string>; body: string }>(
    `fetch('${address}', { headers: { authorization: 'Bearer ${token}' } }).then(async (answer) => ({
      headers: Object.fromEntries(answer.headers), body: await answer.text() }))`,
  )
  expect(sent).toMatchObject({ body: SVG, headers: { 'x-content-type-options': 'nosniff' } })
  await page.unrouteAll()
  const headers = { ...sent.headers, 'content-disposition': 'inline' }
  await page.route(address, (route) => route.fulfill({ body: SVG, headers }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(address)
  // It is shown, as a document of its own.
  expect(await page.evaluate('document.documentElement.nodeName')).toBe('svg')
  await page.getByText('Map').click()
  expect(await page.evaluate('document.documentElement.dataset.ran ?? null')).toBeNull()
  expect(await page.evaluate('self.origin')).toBe('null')
  expect(asked.filter((url) => url !== address)).toEqual([])
  // Each try is refused by the policy.
  const refused = problems.splice(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const problem of refused) expect(problem).toMatch(/script/i)
})
