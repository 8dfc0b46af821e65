import { aGod, addressOf, enter, expect, signIn, test, turnTo } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

test.use({ isTranslated: true })

// `translated.proof.ts` acts on every page.
test('a respondent signs in and answers, and an admin searches, on translated pages', async ({
  page,
  db,
}) => {
  const { tenant, user } = await aSmallOrganisation(db)
  await page.goto(addressOf(tenant.host, '/login'))
  await signIn(page, user.email, 'not the password')
  await expect(page.getByRole('alert')).toContainText('We could not sign you in')
  await signIn(page, user.email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
  const player = await start(page)
  await player.at('1 of 2')
  await player.now('Developing').click()
  await player.future('Established').click()
  await expect(page.getByText('Gap of 1 level from Developing to Established')).toBeVisible()
  await player.future('Leading').click()
  await expect(page.getByText('Gap of 2 levels from Developing to Leading')).toBeVisible()
  await player.next.click()
  await player.at('2 of 2')
  await player.doesNotApply.check()
  await player.reason.fill('Nobody depends on us.')
  await player.check.click()
  await expect(page.getByText('Does not apply: Nobody depends on us.')).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Name' })
  await enter(page, await aGod(db), '/admin/users')
  await search.fill('nobody of this name')
  await expect(page.getByText('No users match these filters')).toBeVisible()
  await search.fill('care')
  await expect(page.getByRole('row', { name: /Care Manager/ }).first()).toBeVisible()
  await turnTo(page, '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
