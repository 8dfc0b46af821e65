import type { Page } from '@playwright/test'
import { type Person, enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

for (const { choice, kept } of [
  { choice: 'Keep yours', kept: 'Leading' },
  { choice: 'Use theirs', kept: 'Starting' },
] as const) {
  test(`an answer given elsewhere meanwhile shows both values: ${choice}`, async ({
    page,
    browser,
    db,
  }) => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    await player.at('1 of 2')
    const elsewhere = await browser.newContext()
    await answerOn(await elsewhere.newPage(), user, page.url())
    await elsewhere.close()
    await player.now('Leading').click()
    await player.tells('An answer could not be saved')
    const both = page.getByRole('alert', { name: 'Two versions' })
    await expect(both.getByText('Leading now, nothing in future')).toBeVisible()
    await expect(both.getByText('Starting now, nothing in future')).toBeVisible()
    expect(await savedAnswers(db, user.id)).toMatchObject([{ level: 'Starting' }])
    await both.getByRole('button', { name: choice }).click()
    await expect(both).toHaveCount(0)
    await expect(player.now(kept)).toBeChecked()
    await expect(player.now('Leading')).toBeFocused()
    await player.tells('Answers saved')
    await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: kept }])
  })
}

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

async function answerOn(page: Page, user: Person, address: string) {
  const { pathname, search } = new URL(address)
  await enter(page, user, pathname + search)
  const player = playerOn(page)
  await player.now('Starting').click()
  await player.tells('Answers saved')
}
