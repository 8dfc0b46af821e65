import type { Page } from '@playwright/test'
import { scopeOf } from 'api/db/scope'
import { insertLink } from 'api/support/links.queries'
import { aCertification } from 'api/testing/certifying'
import { THIS_YEAR, aReport, anAssessment } from 'api/testing/factories'
import { actOn } from './acts.ts'
import { aGod, addressOf, anAdmin, enter, expect, signIn, test, turnTo } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { PAGES, pathsOf } from './page-list.ts'
import { start } from './player.ts'
import { aRound, certify, review } from './reviewing.ts'

const NOTE = 'Ask Finance.'
const REASON = 'Nobody depends on us.'

/** Names, keys and typed texts of the people and organisations below. */
const KEPT = [
  'Millbrook Care',
  'Kestrel Water',
  'Care Manager',
  'Rosa Lind',
  'Ada Auditor',
  'Grace God',
  'Ed Admin',
  'SRV',
  'SRV-4',
  'A1',
  NOTE,
  REASON,
]

test.use({ isTranslated: true })

test('visitors use translated pages', async ({ page, db }) => {
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
  const { code } = await aCertification(db, { user, contentSetId })
  const link = { kind: 'invite' as const, email: 'ida@example.org', roles: ['user' as const] }
  const { signature } = await insertLink(db, scopeOf(user.tenantId), link)
  await page.goto(addressOf(tenant.host, '/login'))
  await actOnAll(page, PAGES.visitor, {
    signature,
    '{-$code}': code,
    domain: 'x',
    $: 'no-such-page',
  })
  await turnTo(page, '/login')
  await signIn(page, user.email, 'not the password')
  await expect(page.getByRole('alert')).toContainText('We could not sign you in')
  await signIn(page, user.email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
})

test('a respondent answers and reads on translated pages', async ({ page, db }) => {
  const { user, contentSetId } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  await player.now('Developing').click()
  await player.future('Established').click()
  await expect(page.getByText('Gap of 1 level from Developing to Established')).toBeVisible()
  await player.future('Leading').click()
  await expect(page.getByText('Gap of 2 levels from Developing to Leading')).toBeVisible()
  await player.notes.fill(NOTE)
  await player.next.click()
  await player.at('2 of 2')
  await player.doesNotApply.check()
  await player.reason.fill(REASON)
  await player.check.click()
  await expect(page.getByText(`Does not apply: ${REASON}`)).toBeVisible()
  await player.complete.click()
  await player.at('1 of 2')
  const before = { user, contentSetId, year: THIS_YEAR - 1 }
  const reportId = await aReport(db, user, await anAssessment(db, before))
  const { id: certificationId } = await aCertification(db, before)
  const id = /assessment\/(\d+)/.exec(page.url())?.[1] ?? ''
  await actOnAll(page, PAGES.respondent, { id, reportId, certificationId })
})

test('an admin works on translated pages', async ({ page, db }) => {
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
  const reportId = await aReport(db, user, await anAssessment(db, { user, contentSetId }))
  const { id: certificationId } = await aCertification(db, { user, contentSetId })
  await enter(page, await anAdmin(db, { tenant, name: 'Ed Admin' }), '/admin/users')
  await page.getByRole('searchbox', { name: 'Name' }).fill('care')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name' }).fill('nobody')
  await expect(page.getByText('No users match these filters')).toBeVisible()
  const ids = { contentSetId, certificationId, reportId, $: 'no-such-page' }
  await actOnAll(page, PAGES.admin, ids, { users: user.id, 'content-sets': contentSetId })
})

test('auditors and god-admins work on translated pages', async ({ page, db }) => {
  const { auditor, path, tenant, contentSetId, review: reviewId } = await aRound(db)
  await enter(page, auditor, path)
  await review(page, ['Low', 'Low', 'Low', 'Low', 'Low', 'Low'])
  await certify(page)
  const god = await aGod(db, { name: 'Grace God' })
  await enter(page, god, '/admin')
  const ids = { adminUserId: god.id, $: 'x' }
  const owners = { applications: tenant.id, 'content-sets': contentSetId, reviews: reviewId }
  await actOnAll(page, PAGES.god, ids, owners)
})

async function actOnAll(page: Page, ...pages: Parameters<typeof pathsOf>) {
  for (const path of pathsOf(...pages)) await test.step(path, () => actOn(page, path, KEPT))
}
