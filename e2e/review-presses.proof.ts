import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { demoSet } from 'api/demo/demo-set'
import { aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { aPdfPage, anEvidence } from './evidence.ts'
import { enter, expect, test } from './fixtures.ts'
import { countPresses } from './presses.ts'
import { UNREAD_FOR } from './reviewing.ts'

// Each test reviews and certifies the 48 statements of the demo's set from the dashboard on, and prints the presses.

const MOST = 60
// Presses count, not time.
test.describe.configure({ timeout: 300_000 })
// The lowest responses are declared.
const file = {
  ...demoSet(),
  certificationBands: [{ label: 'Foundation', minOverall: 0, minElement: 0 }],
}
const statements = file.elements.flatMap((element) => element.statements)
const WITH_EVIDENCE = [0, 9, 17, 18, 30, 41]
const FLAGGED = [5, 24]
const DIFFERENT = 12

async function aReview(page: Page, db: Db) {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant })
  const { assessment } = await aSubmission(db, { user, contentSetId })
  for (const index of WITH_EVIDENCE)
    await anEvidence(db, {
      user,
      assessment,
      key: statements[index]?.key ?? '',
      name: `minutes-${index}.pdf`,
      mediaType: 'application/pdf',
      bytes: aPdfPage(`Minutes ${index}`),
    })
  await page.setViewportSize({ width: 1366, height: 768 })
  await enter(page, await anAuditor(db, tenant), '/admin')
}

async function start(page: Page, press: ReturnType<typeof countPresses>) {
  const queue = page.getByRole('region', { name: 'Reviews', exact: true })
  await press.click(queue.getByRole('link', { name: new RegExp(`^${file.title}`) }))
  await press.click(page.getByRole('button', { name: 'Start review' }))
  await press.click(page.getByRole('alertdialog').getByRole('button', { name: 'Start review' }))
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(
    page.getByText(`${statements.length} statements haven’t been reviewed`),
  ).toBeVisible()
}

async function certify(page: Page, press: ReturnType<typeof countPresses>, how: string) {
  const bar = page.getByRole('region', { name: 'Review this statement' })
  await expect(bar).toContainText(`, ${statements.length} reviewed`)
  // The outcome follows the last response.
  await expect(page.getByText(/reviewed yet/)).toHaveCount(0)
  await press.click(page.getByRole('button', { name: 'Certify' }))
  await press.click(
    page.getByRole('alertdialog').getByRole('button', { name: 'Issue certificate' }),
  )
  await expect(page.getByText(/^Certificate .* issued$/).first()).toBeVisible()
  const presses = press.count()
  process.stdout.write(
    `A review of ${statements.length} statements ${how}: ${presses} presses (at most ${MOST})\n`,
  )
  expect(presses).toBeLessThanOrEqual(MOST)
}

async function at(page: Page, index: number) {
  const name = statements[index]?.text ?? ''
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await page.waitForTimeout(UNREAD_FOR)
}
const evidenceOf = (page: Page, index: number) =>
  expect(
    page.getByRole('region', { name: `minutes-${index}.pdf` }).getByText(`Minutes ${index}`),
  ).toBeVisible()

test('statement by statement, with evidence, flags and a different response', async ({
  page,
  db,
}) => {
  await aReview(page, db)
  const press = countPresses(page)
  await start(page, press)
  for (const index of statements.keys()) {
    await at(page, index)
    if (index === WITH_EVIDENCE[0]) await press.key('a')
    if (WITH_EVIDENCE.includes(index)) await evidenceOf(page, index)
    if (index === DIFFERENT) {
      await press.key('2')
      await press.write('The minutes show more than was declared.')
      await press.key('Control+Enter')
    } else await press.key(FLAGGED.includes(index) ? 'l' : 'c')
  }
  for (const index of FLAGGED) {
    await at(page, index)
    await press.key('c')
  }
  await certify(page, press, 'in sequence')
})

test('with the evidence first, then the rest as declared', async ({ page, db }) => {
  await aReview(page, db)
  const press = countPresses(page)
  await start(page, press)
  const rest = page.getByRole('button', { name: 'Confirm the rest as declared' })
  const first = page.getByRole('dialog', {
    name: /^Look at (this statement|these statements) first$/,
  })
  await at(page, 0)
  await press.key('a')
  await evidenceOf(page, 0)
  for (const index of WITH_EVIDENCE.slice(1)) {
    await press.click(rest)
    await press.click(first.getByRole('listitem').first().getByRole('button'))
    await at(page, index)
    await evidenceOf(page, index)
  }
  await press.click(rest)
  await press.click(
    page.getByRole('alertdialog').getByRole('button', { name: `Confirm ${statements.length}` }),
  )
  await certify(page, press, 'with the rest as declared')
})
