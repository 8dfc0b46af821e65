import { aContentSet, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { HOSTILE_TEXTS, hostileSet } from 'api/testing/hostile-texts'
import { aTinySet } from 'api/testing/respondent'
import { anEvidence } from './evidence.ts'
import { addressOf, enter, expect, go, test } from './fixtures.ts'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.documentElement.dataset.ran = 1">
  <script>document.documentElement.dataset.ran = 1; fetch('/api/user?ran')</script>
  <a href="javascript:document.documentElement.dataset.ran=1"><text y="20">Map</text></a></svg>`

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')

test('hostile texts in every field of a set are shown as text', async ({ page, db }) => {
  const happened: string[] = []
  page.on('dialog', async (dialog) => {
    happened.push(`said ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.context().on('page', (other) => happened.push(`opened ${other.url()}`))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !hostname.endsWith('localhost'))
      happened.push(`requested ${request.url()}`)
  })
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: hostileSet(HOSTILE_TEXTS) })
  const assessment = await anAssessment(db, { user, contentSetId })
  const report = await aReport(db, user, assessment)
  await enter(page, user)
  await expect(page.getByText(`Element ${HOSTILE_TEXTS[0]}`).first()).toBeVisible()
  await go(page, `/action-reports/${report}`)
  await expect(page.getByText(`Introduction ${HOSTILE_TEXTS[0]}`)).toBeVisible()
  await page.evaluate(
    "for (const details of document.querySelectorAll('#elements details')) details.open = true",
  )
  await expect(page.locator('#elements details:not([open])')).toHaveCount(0)
  const shown = withoutSpaces(await page.locator('main').innerText())
  for (const text of HOSTILE_TEXTS)
    for (const field of ['Element ', 'Band ', 'Says ', 'Action '])
      expect(shown).toContain(withoutSpaces(field + text))
  const elements = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .execute()
  // The report has shown every text; the player shows one of each kind.
  for (const index of [0, 6, 12, 18, 24]) {
    const id = elements[index]?.id
    await go(page, `/assessment/${assessment}?elementId=${id}`)
    await expect(page.getByText(`Says ${HOSTILE_TEXTS[index]}`).first()).toBeVisible()
  }
  expect(happened).toEqual([])
})

test('an SVG is downloaded, and runs nothing even when shown', async ({ page, db, problems }) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aTinySet() })
  const user = await aUser(db, { tenant })
  const assessment = await anAssessment(db, { user, contentSetId })
  const file = { name: 'map.svg', bytes: Buffer.from(SVG), mediaType: 'image/svg+xml' }
  await anEvidence(db, { user, assessment, ...file })
  const { id } = await db
    .selectFrom('attachments')
    .select('id')
    .where('assessment_id', '=', assessment)
    .executeTakeFirstOrThrow()
  await enter(page, user, '/favicon.svg')
  const token = await page.evaluate<string>(`localStorage.getItem('pat-app__at__')`)
  const authorization = `Bearer ${token}`
  const address = addressOf(user.host, `/api/attachments/${id}/content`)
  await page.route(address, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization } }),
  )
  const download = page.waitForEvent('download')
  await page.goto(address).catch(() => undefined)
  expect((await download).suggestedFilename()).toBe('map.svg')

  // As if the header did not ask to save it.
  const sent = await page.evaluate<{ headers: Record<string, string>; body: string }>(
    `fetch('${address}', { headers: { authorization: '${authorization}' } }).then(async (answer) => ({
      headers: Object.fromEntries(answer.headers), body: await answer.text() }))`,
  )
  expect(sent).toMatchObject({ body: SVG, headers: { 'x-content-type-options': 'nosniff' } })
  await page.unrouteAll()
  const headers = { ...sent.headers, 'content-disposition': 'inline' }
  await page.route(address, (route) => route.fulfill({ body: SVG, headers }))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(address)
  expect(await page.evaluate('document.documentElement.nodeName')).toBe('svg')
  await page.getByText('Map').click()
  expect(await page.evaluate('document.documentElement.dataset.ran ?? null')).toBeNull()
  expect(await page.evaluate('self.origin')).toBe('null')
  expect(requests.filter((url) => url !== address)).toEqual([])
  const refused = problems.splice(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const problem of refused) expect(problem).toMatch(/script/i)
})
