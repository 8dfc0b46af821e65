import { aNewcomer, addressOf, enter, expect, go, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

test('who has not accepted the terms is confined to them until they accept', async ({
  page,
  db,
}) => {
  await test.step('who has not accepted the terms of use is confined to them', async () => {
    const person = await aNewcomer(db, { hasAcceptedTerms: false })
    await enter(page, person)
    await expect(page).toHaveURL(addressOf(person.host, '/terms-of-use'))
    for (const path of ['/settings', '/action-reports', '/assessment/1?elementId=1']) {
      await go(page, path)
      await expect(page).toHaveURL(({ pathname }) => pathname === '/terms-of-use')
    }
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })

  await test.step('declining signs out, after asking', async () => {
    await enter(page, await aNewcomer(db, { hasAcceptedTerms: false }))
    await page.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Decline the terms of use?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/terms-of-use$/)
    await page.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByRole('button', { name: 'Decline and sign out' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('the terms are accepted by a tick and a press, and the acceptance is logged', async () => {
    const person = await aNewcomer(db, { hasAcceptedTerms: false })
    await enter(page, person)
    await expect(page.getByText(/^Version 1, in force from/)).toBeVisible()
    const accept = page.getByRole('button', { name: 'Accept and continue' })
    await accept.click()
    await expect(page.getByText('Tick the box to accept the terms')).toBeVisible()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page.getByText('Tick the box to accept the terms')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'I have read and accept' })).toBeFocused()
    await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
    await accept.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
    const log = await db
      .selectFrom('terms_acceptances')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute()
    expect(log).toHaveLength(1)
    await go(page, '/terms-of-use')
    await expect(page.getByText(/You accepted them on/)).toBeVisible()
    await expect(accept).toHaveCount(0)
  })

  await test.step('after accepting one arrives where one was going', async () => {
    const person = await aNewcomer(db, { hasAcceptedTerms: false })
    await enter(page, person, '/action-reports?year=2025')
    await expect(page).toHaveURL(({ pathname }) => pathname === '/terms-of-use')
    await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page).toHaveURL(
      ({ pathname, search }) => pathname === '/action-reports' && search.includes('2025'),
    )
  })
})

test('new terms that come into force lead to them, and the answer goes out after', async ({
  page,
  db,
}) => {
  await test.step('whoever has a page open when new terms come into force is led to them at the next step', async () => {
    const user = await aNewcomer(db)
    await enter(page, user, '/action-reports')
    await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
    const before = { accepted_terms_version: 0 }
    await db.updateTable('users').set(before).where('id', '=', user.id).execute()
    await page.getByRole('link', { name: 'Certification', exact: true }).first().click()
    await expect(page).toHaveURL(/\/terms-of-use\?redirect=%2Fcertification/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
  })

  await test.step('whoever is answering when new terms come into force is led to them, and the answer goes out after', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    await player.now('Developing').click()
    await player.tells('Answers saved')
    const before = { accepted_terms_version: 0 }
    await db.updateTable('users').set(before).where('id', '=', user.id).execute()
    await player.future('Leading').click()
    await expect(page).toHaveURL(/\/terms-of-use\?redirect=%2Fassessment/)
    await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await player.tells('Answers saved')
    expect(await savedAnswers(db, user.id)).toContainEqual(
      expect.objectContaining({ state: 2, level: 'Leading' }),
    )
  })
})
