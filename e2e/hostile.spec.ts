import { aContentSet, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { HOSTILE_TEXTS, hostileSet } from 'api/testing/hostile-texts'
import { cleanLine, cleanText } from 'contract/clean-text'
import { enter, expect, go, test } from './fixtures.ts'

const withoutSpaces = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, '')

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
  const openAll = () =>
    page.evaluate(
      "for (const details of document.querySelectorAll('#elements details')) details.open = true",
    )
  // The groups first, then the elements in them.
  await openAll()
  await expect(page.locator('#elements details details')).toHaveCount(HOSTILE_TEXTS.length)
  await openAll()
  await expect(page.getByText(`Says ${HOSTILE_TEXTS.at(-1)}`).first()).toBeVisible()
  await expect(page.locator('#elements details:not([open])')).toHaveCount(0)
  const shown = withoutSpaces(await page.locator('main').innerText())
  for (const text of HOSTILE_TEXTS) {
    for (const field of ['Element ', 'Band '])
      expect(shown).toContain(withoutSpaces(cleanLine(field + text)))
    for (const field of ['Says ', 'Action '])
      expect(shown).toContain(withoutSpaces(cleanText(field + text)))
  }
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
