import { setTimeout } from 'node:timers/promises'
import { enter, expect, go, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('without a connection answers wait, and go out in order when it is back', async ({
  page,
  context,
  db,
  isPhone,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.now('Starting').click()
  await player.tells('Answers saved')
  const before = await savedAnswers(db, user.id)
  await context.setOffline(true)
  await player.future('Established').click()
  await player.tells('Offline. Answers stay on this device')
  await player.now('Developing').click()
  await player.next.click()
  await player.now('Leading').click()
  const waiting = isPhone ? '2 waiting' : 'Offline. 2 answers kept on this device'
  await expect(page.getByText(waiting)).toBeVisible()
  expect(await savedAnswers(db, user.id)).toEqual(before)

  // One that went out while the connection was coming back may be repeated, with the same key.
  const sent = new Map<string, { state: number }>()
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return
    const change = request.postDataJSON() as { key: string; state: number }
    if (!sent.has(change.key)) sent.set(change.key, change)
  })
  await context.setOffline(false)
  await player.tells('Answers saved')
  expect([...sent.values()]).toMatchObject([{ state: 2 }, { state: 1 }, { state: 1 }])
  expect(await savedAnswers(db, user.id)).toMatchObject([
    { statement: 'SRV-4', state: 1, level: 'Developing' },
    { statement: 'SRV-4', state: 2, level: 'Established' },
    { statement: 'SRV-5', state: 1, level: 'Leading' },
  ])
})

test('waiting answers survive a closed tab', async ({ page, context, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  const address = page.url()
  await context.setOffline(true)
  await player.now('Developing').click()
  await player.future('Leading').click()
  await player.tells('Offline. Answers stay on this device')
  await page.close()
  expect(await savedAnswers(db, user.id)).toEqual([])
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await playerOn(again).tells('Answers saved')
  await playerOn(again).at('2 of 2')
  await expect
    .poll(() => savedAnswers(db, user.id))
    .toMatchObject([
      { state: 1, level: 'Developing' },
      { state: 2, level: 'Leading' },
    ])
})

test('waiting answers go out from the overview as well', async ({ page, context, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await context.setOffline(true)
  await player.now('Developing').click()
  await player.tells('Offline. Answers stay on this device')
  await player.overview.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
  await context.setOffline(false)
  await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: 'Developing' }])
})

test('an answer still on its way when one leaves counts on the overview', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await page.route('**/responses', async (route) => {
    await setTimeout(1500)
    await route.continue()
  })
  await player.now('Starting').click()
  await player.future('Leading').click()
  await player.overview.click()
  await expect(page.getByRole('group', { name: /^Elements: 0 of 4/ })).toBeVisible()
  await expect(page.getByRole('group', { name: /^Elements: 1 of 4/ })).toBeVisible()
})

test('waiting answers survive a reload while the server is away', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  const saves = '**/api/assessments/*/responses'
  await page.route(saves, (route) => route.abort())
  await player.now('Developing').click()
  await player.future('Leading').click()
  await player.tells('Offline. Answers stay on this device')
  await page.reload()
  await player.at('2 of 2')
  await player.previous.click()
  await expect(player.now('Developing')).toBeChecked()
  await expect(player.future('Leading')).toBeChecked()
  expect(await savedAnswers(db, user.id)).toEqual([])
  await page.unroute(saves)
  await player.tells('Answers saved')
  expect(await savedAnswers(db, user.id)).toHaveLength(2)
})

test('an answer whose acknowledgement got lost is not saved twice', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  let lost = 0
  await page.route('**/api/assessments/*/responses', async (route) => {
    if (lost > 0) return route.fallback()
    lost += 1
    const url = new URL(route.request().url())
    const headers = { ...route.request().headers(), host: url.host }
    // Node knows no names below localhost.
    url.hostname = '127.0.0.1'
    const answer = await route.fetch({ url: url.href, headers })
    expect(answer.status()).toBe(200)
    return route.abort()
  })
  await player.now('Developing').click()
  await player.tells('Offline. Answers stay on this device')
  await player.tells('Answers saved')
  const events = await db
    .selectFrom('response_events')
    .select('version')
    .where('user_id', '=', user.id)
    .execute()
  expect(events).toEqual([{ version: 1 }])
})

test('completing waits until every answer is sent', async ({ page, context, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await context.setOffline(true)
  await player.now('Developing').click()
  await player.future('Leading').click()
  await player.next.click()
  await player.now('Developing').click()
  await player.future('Leading').click()
  await player.complete.click()
  await expect(
    page.getByText('The element is completed as soon as 2 answers can be sent.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
  await go(page, '/')
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
})
