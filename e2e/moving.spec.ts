import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

test('answers wait on the device while the organisation moves, and every statement opens', async ({
  page,
  db,
}) => {
  const { user, tenant } = await aSmallOrganisation(db)
  const become = (status: 'active' | 'suspended') =>
    db
      .updateTable('tenants')
      .set({ status, moving_at: status === 'active' ? null : new Date().toISOString() })
      .where('id', '=', tenant.id)
      .execute()
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  await become('suspended')
  await player.now('Developing').click()
  await player.same.click()
  await player.showsStatus('Waymark is busy. Your answers are safe on this device.')
  await page.reload()
  await player.at('2 of 2')
  await player.previous.click()
  await expect(player.now('Developing')).toBeChecked()
  expect(await savedAnswers(db, user.id)).toEqual([])
  await become('active')
  await player.showsStatus('Answers saved')
  await expect
    .poll(() => savedAnswers(db, user.id))
    .toMatchObject([{ level: 'Developing' }, { level: 'Developing' }])
})
