import type { Page } from '@playwright/test'
import { aUser } from 'api/testing/factories'
import { anAdmin, enter, expect, go, signIn, signOut, test } from './fixtures.ts'
import { loseSaves, loseWrites } from './leaving.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

const SAVES = '**/api/assessments/*/answers'
const OFFLINE = 'Offline. Answers stay on this device.'

test('offline answers are sent in order, also after leaving or closing the page', async ({
  page,
  context,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.now('Starting').click()
  await player.same.click()
  await expect.poll(() => savedAnswers(db, user.id)).toHaveLength(2)
  await player.showsStatus('Answers saved')
  const before = await savedAnswers(db, user.id)
  await context.setOffline(true)
  await player.future('Established').click()
  await player.showsStatus(OFFLINE)
  await expectGoodLooks(page, 'assessment-offline')
  await player.now('Developing').click()
  await player.next.click()
  await player.now('Leading').click()
  await player.same.click()
  await expect(page.getByText('Offline. 2 answers stored on this device.')).toBeVisible()
  expect(await savedAnswers(db, user.id)).toEqual(before)

  // A save during the reconnection may be repeated with the same key.
  const sent = new Map<string, number[]>()
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return
    const { choices } = request.postDataJSON() as { choices: { key: string; state: number }[] }
    sent.set(
      choices.map(({ key }) => key).join(' '),
      choices.map(({ state }) => state),
    )
  })
  await context.setOffline(false)
  await player.showsStatus('Answers saved')
  expect([...sent.values()]).toEqual([
    [2, 1],
    [1, 2],
  ])
  expect(await savedAnswers(db, user.id)).toMatchObject([
    { statement: 'SRV-4', state: 1, level: 'Developing' },
    { statement: 'SRV-4', state: 2, level: 'Established' },
    { statement: 'SRV-5', state: 1, level: 'Leading' },
    { statement: 'SRV-5', state: 2, level: 'Leading' },
  ])

  const last = async () => (await savedAnswers(db, user.id)).at(-1)
  const address = page.url()
  await context.setOffline(true)
  await player.now('Developing').click()
  await player.future('Developing').click()
  await player.showsStatus(OFFLINE)
  await player.overview.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
  await context.setOffline(false)
  await expect.poll(last).toMatchObject({ state: 2, level: 'Developing' })
  await page.goto(address)
  await player.at('2 of 2')
  await context.setOffline(true)
  // The browser is online again as soon as the page closes.
  await loseSaves(page)
  await player.future('Leading').click()
  await player.showsStatus(OFFLINE)
  await page.close()
  expect(await last()).toMatchObject({ state: 2, level: 'Developing' })
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await playerOn(again).showsStatus('Answers saved')
  await expect.poll(last).toMatchObject({ statement: 'SRV-5', state: 2, level: 'Leading' })
})

test('an answer in flight counts, and completing waits for it', async ({ page, context, db }) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  const player = await start(page)
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(SAVES, async (route) => {
    await isAnswered
    await route.continue()
  })
  await player.now('Starting').click()
  await player.future('Leading').click()
  await player.overview.click()
  await expect(page.getByRole('group', { name: /^Elements: 0 of 4/ })).toBeVisible()
  answer()
  await expect(page.getByRole('group', { name: /^Elements: 1 of 4/ })).toBeVisible()

  await page.unrouteAll()
  await start(page, 'Continue')
  await player.at('2 of 2')
  await context.setOffline(true)
  await player.now('Developing').click()
  await player.future('Leading').click()
  await player.check.click()
  await player.complete.click()
  const waiting = page.getByText('Waiting to send 1 answer before completing the element.')
  await expect(waiting).toBeVisible()
  const offered = page.getByRole('region', { name: 'Your next step' }).getByRole('heading')
  // Also what an old overview would show for a moment.
  await page.evaluate(`{
    window.offered = []
    new MutationObserver(() => {
      const heading = document.querySelector('[aria-label="Your next step"] h2')
      if (heading) window.offered.push(heading.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }`)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: /^We review our critical/ })).toBeFocused()
  await player.overview.click()
  await expect(offered).toBeVisible()
  expect(await page.evaluate('[...new Set(window.offered)]')).toEqual([await offered.innerText()])
  await expect(offered).not.toHaveText('Important services')
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
})

test('a note typed right before a page closed is saved by the next page', async ({ page, db }) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  const player = await start(page)
  await loseSaves(page)
  await loseWrites(page)
  await player.notes.pressSequentially('Said at the last moment.')
  await page.reload()
  await expect(player.notes).toHaveValue('Said at the last moment.')
  await player.showsStatus('Answers saved')
  await page.reload()
  await expect(player.notes).toHaveValue('Said at the last moment.')
})

test('signing out asks about waiting answers, which only their owner sends', async ({
  page,
  db,
}) => {
  const { tenant, user } = await aSmallOrganisation(db)
  await enter(page, user)
  await leaveUnsavedAnswer(page)
  await signOut(page)
  const dialog = page.getByRole('alertdialog', { name: '1 answer hasn’t been saved yet' })
  await expectGoodLooks(page, 'sign-out-waiting')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await page.unroute(SAVES)
  const developing = [{ level: 'Developing' }, { level: 'Developing' }]
  await expect.poll(() => savedAnswers(db, user.id)).toMatchObject(developing)

  await leaveUnsavedAnswer(page, 'Continue')
  await signOut(page)
  await dialog.getByRole('button', { name: 'Sign out without saving' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await page.unroute(SAVES)
  const other = await aUser(db, { tenant, name: 'Second Manager' })
  const heading = page.getByRole('heading', { level: 1 })
  await signIn(page, other.email)
  await expect(heading).toContainText('Where we are')
  const player = await start(page)
  await player.at('1 of 2')
  await expect(player.future('Leading')).not.toBeChecked()
  await player.now('Leading').click()
  await player.same.click()
  await player.showsStatus('Answers saved')
  const leading = [{ level: 'Leading' }, { level: 'Leading' }]
  await expect.poll(() => savedAnswers(db, other.id)).toMatchObject(leading)
  expect(await savedAnswers(db, user.id)).toMatchObject(developing)
  await player.overview.click()
  await signOut(page)
  await signIn(page, user.email)
  await expect(heading).toContainText('Where we are')
  await expect
    .poll(() => savedAnswers(db, user.id))
    .toMatchObject([{ level: 'Developing' }, { level: 'Leading' }])
  expect(await savedAnswers(db, other.id)).toMatchObject(leading)
})

/** Leaves one answer waiting and ends on the overview. */
async function leaveUnsavedAnswer(page: Page, label?: 'Continue') {
  const player = await start(page, label)
  if (label) await player.previous.click()
  await player.at('1 of 2')
  await page.route(SAVES, (route) => route.abort())
  if (!label) await player.now('Developing').click()
  await (label ? player.future('Leading') : player.same).click()
  await player.showsStatus(OFFLINE)
  await player.overview.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
}

test('an answer changed elsewhere shows both values, in a second tab not', async ({
  page,
  context,
  as,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  const { pathname, search } = new URL(page.url())
  const other = playerOn(await as(user, pathname + search))
  const both = page.getByRole('alert', { name: 'Two versions' })
  const stored = () => expect.poll(() => savedAnswers(db, user.id))
  const twice = (level: string) => [{ level }, { level }]
  const now = (level: string) => both.getByText(`${level} now, ${level} in the future`)
  await other.now('Starting').click()
  await other.same.click()
  await stored().toMatchObject(twice('Starting'))
  await player.now('Leading').click()
  await player.same.click()
  await player.showsStatus('An answer could not be saved')
  await expect(now('Leading')).toBeVisible()
  await expect(now('Starting')).toBeVisible()
  await expectGoodLooks(page, 'assessment-conflict')
  expect(await savedAnswers(db, user.id)).toMatchObject(twice('Starting'))
  await both.getByRole('button', { name: 'Keep your version' }).click()
  await expect(both).toHaveCount(0)
  await expect(player.now('Leading')).toBeChecked()
  await expect(player.future('Leading')).toBeFocused()
  await player.showsStatus('Answers saved')
  await stored().toMatchObject(twice('Leading'))

  // The other page still has the version before.
  await other.now('Developing').click()
  await other.showsStatus('An answer could not be saved')
  const theirs = other.page.getByRole('alert', { name: 'Two versions' })
  await theirs.getByRole('button', { name: 'Use their version' }).click()
  await expect(other.now('Leading')).toBeChecked()
  await stored().toMatchObject(twice('Leading'))

  const tab = playerOn(await context.newPage())
  await tab.page.goto(page.url())
  await tab.at('2 of 2')
  await tab.previous.click()
  await player.now('Starting').click()
  await expect(tab.now('Starting')).toBeChecked()
  await tab.now('Developing').click()
  await expect(player.now('Developing')).toBeChecked()
  await expect(both).toHaveCount(0)
  await stored().toMatchObject([{ level: 'Developing' }, { level: 'Leading' }])
})

test('a suspended organisation says so and keeps answers', async ({ page, as, db }) => {
  const { user, tenant } = await aSmallOrganisation(db)
  const become = (status: 'active' | 'suspended') =>
    db.updateTable('tenants').set({ status }).where('id', '=', tenant.id).execute()
  const text = 'Millbrook Care is suspended'
  const admin = await as(await anAdmin(db, { tenant }), '/admin/users')
  const heading = admin.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Users')
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  // A late request would show the suspended page before the answer.
  await page.waitForLoadState('networkidle')
  await become('suspended')

  await player.now('Developing').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
  await admin.getByRole('searchbox', { name: 'Name' }).fill('care')
  await expect(heading).toHaveText(text)
  await expect(admin.getByRole('link', { name: 'support@example.org' })).toBeVisible()
  await admin.reload()
  await expect(heading).toHaveText(text)
  await expectGoodLooks(admin, 'suspended')
  await go(admin, '/login')
  await expect(heading).toHaveText(text)

  await become('active')
  await admin.getByRole('button', { name: 'Try again' }).click()
  await expect(heading).not.toHaveText(text)
  await page.getByRole('button', { name: 'Try again' }).click()
  await player.at('1 of 2')
  await expect(player.now('Developing')).toBeChecked()
  await player.showsStatus('Answers saved')
  await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: 'Developing' }])
})
