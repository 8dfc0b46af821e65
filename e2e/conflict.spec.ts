import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('an answer given elsewhere meanwhile shows both values, and one is chosen', async ({
  page,
  as,
  db,
}) => {
  for (const { choice, kept } of [
    { choice: 'Keep yours', kept: 'Leading' },
    { choice: 'Use theirs', kept: 'Starting' },
  ] as const)
    await test.step(choice, async () => {
      const { user } = await aSmallOrganisation(db)
      await enter(page, user)
      const player = await start(page)
      await player.at('1 of 2')
      const { pathname, search } = new URL(page.url())
      const other = playerOn(await as(user, pathname + search))
      await other.now('Starting').click()
      await other.tells('Answers saved')
      await player.now('Leading').click()
      await player.tells('An answer could not be saved')
      const both = page.getByRole('alert', { name: 'Two versions' })
      await expect(both.getByText('Leading now, nothing in future')).toBeVisible()
      await expect(both.getByText('Starting now, nothing in future')).toBeVisible()
      if (choice === 'Keep yours') await expectGoodLooks(page, 'assessment-conflict')
      expect(await savedAnswers(db, user.id)).toMatchObject([{ level: 'Starting' }])
      await both.getByRole('button', { name: choice }).click()
      await expect(both).toHaveCount(0)
      await expect(player.now(kept)).toBeChecked()
      await expect(player.now('Leading')).toBeFocused()
      await player.tells('Answers saved')
      await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: kept }])
    })
})

test('a second tab of the same browser follows without a conflict', async ({
  page,
  context,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  const other = await context.newPage()
  await other.goto(page.url())
  await playerOn(other).at('1 of 2')
  await player.now('Starting').click()
  await expect(playerOn(other).now('Starting')).toBeChecked()
  await playerOn(other).now('Developing').click()
  await expect(player.now('Developing')).toBeChecked()
  await expect(page.getByRole('alert', { name: 'Two versions' })).toHaveCount(0)
  await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: 'Developing' }])
})
