import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aCertification, aSubmission, anAuditor } from 'api/testing/certifying'
import {
  THIS_YEAR,
  aContentSet,
  aReport,
  aSharedAssessment,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { LANGUAGE_SETS } from 'api/testing/language-sets'
import { expectToldApart } from './contrast.ts'
import { type Person, aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { PAGES, pathsOf } from './page-list.ts'
import { countShifts, shiftsOf } from './shifts.ts'

const DIST = join(import.meta.dirname, '../apps/web/dist')

/** Names and keys of the people, the organisation and the content set below. */
const NAMES = [
  'Millbrook Care',
  'Care Manager',
  'Ed Admin',
  'Ada Auditor',
  'Grace God',
  'E1',
  'E1.1',
]

test('the list of pages is complete', () => {
  const routes: string[] = JSON.parse(readFileSync(join(DIST, '.vite/routes.json'), 'utf8'))
  expect(Object.values(PAGES).flat().toSorted()).toEqual(routes.toSorted())
})

for (const people of ['visitors and respondents', 'admins and auditors', 'god-admins'] as const)
  test(`every page of ${people} marks texts in other languages and names, moves little, shows in contrast themes, and has a way to sign out`, async ({
    page,
    db,
  }) => {
    const tenant = await aTenant(db, { name: 'Millbrook Care' })
    const contentSetId = await aContentSet(db, { tenant, file: LANGUAGE_SETS.arabic })
    const user = await aUser(db, { tenant, name: 'Care Manager' })
    const admin = await anAdmin(db, { tenant, name: 'Ed Admin' })
    const god = await aGod(db, { name: 'Grace God' })
    const before = { user, contentSetId, year: THIS_YEAR - 1 }
    const reportId = await aReport(db, user, await anAssessment(db, before))
    const { id: certificationId, code } = await aCertification(db, before)
    const id = await anAssessment(db, { user, contentSetId, answered: [] })
    const { id: elementId } = await db
      .selectFrom('elements')
      .select('id')
      .where('content_set_id', '=', contentSetId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { review } = await aSubmission(db, { user, contentSetId, is: 'started' })
    const shared = await aSharedAssessment(db, {
      owner: admin,
      contentSetId,
      contributors: [user],
      year: THIS_YEAR - 2,
    })
    const ids = {
      id,
      reportId,
      certificationId,
      contentSetId,
      adminUserId: god.id,
      '{-$code}': code,
      // A link that doesn't work, and pages that don't exist.
      signature: 'x'.repeat(43),
      $: 'nowhere',
    }
    const without = (pages: readonly string[], others: RegExp) =>
      pages.filter((path) => !others.test(path))
    const owners = {
      users: user.id,
      'content-sets': contentSetId,
      reviews: review,
      'shared-assessments': shared,
    }
    const applications = { ...owners, applications: tenant.id }
    const visit = async (
      pages: readonly string[],
      of: Parameters<typeof pathsOf>[2],
      check?: () => Promise<void>,
    ) => {
      for (const path of pathsOf(pages, ids, of)) {
        await go(page, path.startsWith('/assessment/') ? `${path}?elementId=${elementId}` : path)
        // Without either, nothing is shown yet.
        await expect(page.locator('h1, main [role=alert]').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true], [data-skeleton]')).toHaveCount(0)
        expect.soft(await page.evaluate(UNMARKED), page.url()).toEqual([])
        expect.soft(await shiftsOf(page), page.url()).toEqual([])
        await check?.()
        await expectToldApart(page)
      }
    }
    const visitAs = async (...[person, pages, of]: [Person, readonly string[], typeof owners]) => {
      await page.setViewportSize({ width: 1366, height: 768 })
      await enter(page, person, '/favicon.svg')
      await visit(pages, of, () => expectWayOut(page))
    }
    await countShifts(page)
    if (people === 'visitors and respondents') {
      // As Lighthouse opens them.
      await page.setViewportSize({ width: 412, height: 823 })
      await page.goto(addressOf(tenant.host, '/login'))
      await visit(VISITED, owners)
      await visitAs(user, PAGES.respondent, owners)
    } else if (people === 'admins and auditors') {
      await visitAs(admin, PAGES.admin, owners)
      await expectHelpInOrder(page)
      await visitAs(await anAuditor(db, tenant), AUDITED, owners)
    } else await visitAs(god, without(PAGES.god, /reviews/), applications)
  })

const AUDITED = [
  '/admin',
  '/admin/reviews',
  '/admin/reviews/$id',
  '/admin/shared-assessments',
  '/admin/shared-assessments/$id',
]
const VISITED = PAGES.visitor.filter((path) => !/auth|debug|mfa/.test(path))

/** Its order depends on the reader, who is known only after the frame is there. */
async function expectHelpInOrder(page: Page) {
  await page.route('**/api/user', async (route) => {
    await page.getByRole('banner').waitFor()
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))',
    )
    await route.continue()
  })
  await go(page, '/help')
  await expect(page.locator('h2').first()).toHaveText('For admins')
  expect(await shiftsOf(page)).toEqual([])
  await page.unroute('**/api/user')
}

async function expectWayOut(page: Page) {
  const menu = page.getByRole('button', { name: /^(Your menu|Elements and statements)/ })
  const signOut = page.getByRole('button', { name: /^Sign out( instead)?$/ })
  await expect(menu.or(signOut).filter({ visible: true }), page.url()).toBeInViewport()
}

/**
 * Arabic texts whose element isn't said to be Arabic, or runs from left to right, and names that a browser would
 * translate.
 */
const UNMARKED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode
    if (parent.closest('script,textarea,select,[translate=no]')) continue
    const isRight = parent.closest('svg') !== null || getComputedStyle(parent).direction === 'rtl'
    const isSaid = parent.closest('[lang]').getAttribute('lang') === 'ar' && isRight
    const isName = ${JSON.stringify(NAMES)}.includes(data.trim()) && !parent.closest('svg')
    if (isName || (/\\p{Script=Arabic}/u.test(data) && !isSaid)) found.push(parent.outerHTML.slice(0, 300))
  }
  return found
})()`
