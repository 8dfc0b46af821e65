import { setTimeout } from 'node:timers/promises'
import { enter, expect, go, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('without a connection answers wait, and go out in order when it is back', async ({
  page,
  context,
  db,
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
  const waiting = 'Offline. 2 answers kept on this device'
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

test('waiting answers go out from the overview, and survive a closed tab', async ({
  page,
  context,
  db,
}) => {
  await test.step('waiting answers go out from the overview as well', async () => {
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

  await test.step('waiting answers survive a closed tab', async () => {
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
})

test('an answer on its way counts, is not saved twice, and is waited for', async ({
  page,
  context,
  db,
}) => {
  await test.step('an answer still on its way when one leaves counts on the overview', async () => {
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

  await test.step('completing waits until every answer is sent', async () => {
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
})
