import type { ContentSetFile } from 'contract/content-format'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { LANGUAGE_SETS } from 'api/testing/language-sets'
import { longSet } from 'api/testing/long-set'
import type { Db } from 'api/db/scope'
import { anAdmin, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { start } from './player.ts'

async function aRespondentOf(db: Db, file: ContentSetFile) {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file })
  return await aUser(db, { tenant })
}

test('in a right-to-left set, columns and numbers run from right to left, and titles are isolated', async ({
  page,
  db,
}) => {
  const file = LANGUAGE_SETS.arabic
  const user = await aRespondentOf(db, file)
  await enter(page, user)
  const list = page.getByRole('region', { name: 'Elements' })
  const [first] = file.elements
  await expect(
    list.locator('bdi[lang=ar][dir=rtl]').filter({ hasText: first?.title ?? '' }),
  ).toBeVisible()
  await expect(list.getByText(first?.group ?? '')).toBeVisible()
  await expectGoodLooks(page, 'overview-arabic')

  await start(page)
  const label = file.scale?.[0] ?? ''
  const now = page.getByRole('radio', { name: `${label} Where are we now?` })
  const future = page.getByRole('radio', { name: `${label} Where do we want to be?` })
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ar')
  const [left, right] = [await future.boundingBox(), await now.boundingBox()]
  expect(left?.x).toBeLessThan(right?.x ?? 0)
  await now.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(future).toBeFocused()
  await expectGoodLooks(page, 'player-arabic')
})

test('titles from right to left are isolated on the pages of admins', async ({ page, db }) => {
  const file = LANGUAGE_SETS.arabic
  const tenant = await aTenant(db)
  const id = await aContentSet(db, { tenant, file, isPublished: false })
  await enter(page, await anAdmin(db, { tenant }), '/admin')
  const attention = page.getByRole('listitem').filter({ hasText: 'Unpublished draft' })
  await expect(attention.locator('bdi[lang=ar][dir=rtl]')).toHaveText(file.title)
  await attention.getByRole('link', { name: /^Open/ }).click()
  await expect(page).toHaveURL(new RegExp(`/content-sets/${id}$`))
  const isolated = `\u2068${file.title}\u2069`
  await expect(page).toHaveTitle(`${isolated} · ${tenant.domain}`)
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(isolated)
  const outline = page.getByRole('tree', { name: 'Elements and statements' })
  await expect(outline).toHaveAttribute('dir', 'rtl')
  await expect(outline.locator('bdi[lang=ar]').first()).toBeVisible()
})

test('a set of 745 elements collapses by group, with a search, in the list and the player', async ({
  page,
  db,
}) => {
  const user = await aRespondentOf(db, longSet({ elements: 745, statements: 2, responses: 2 }))
  await enter(page, user)
  const list = page.getByRole('region', { name: 'Elements' })
  await expect(list.getByRole('group')).toHaveCount(20)
  await expect(list.getByRole('listitem')).toHaveCount(38)
  await expect(list.getByText('0 of 745 complete')).toBeVisible()
  await list.getByRole('searchbox', { name: 'Find an element' }).fill('element 74 of')
  await expect(list.getByRole('status')).toHaveText('1 element found.')
  await expectGoodLooks(page, 'overview-long')
  await list.getByRole('button', { name: 'Element 74 of many' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('Statement 1 of 2')
  await expectGoodLooks(page, 'player-long')
})
