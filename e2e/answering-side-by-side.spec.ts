import type { Db } from 'api/db/scope'
import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { playerOn } from './player.ts'
import { countShifts, shiftsOf } from './shifts.ts'

/** Ann owns an assessment whose first element Ben answers. Returns its address. */
async function aTeam(db: Db) {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aSmallSet() })
  const ann = await aUser(db, { tenant, name: 'Ann Owner' })
  const ben = await aUser(db, { tenant, name: 'Ben Helper' })
  const id = await aSharedAssessment(db, { owner: ann, contentSetId, contributors: [ben] })
  const { id: element } = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
  const assignment = { tenant_id: tenant.id, assessment_id: id, element_id: element }
  await db
    .insertInto('element_assignments')
    .values({ ...assignment, user_id: ben.id })
    .execute()
  const assign = async (user_id: number | null) =>
    await db
      .updateTable('element_assignments')
      .set({ user_id })
      .where('assessment_id', '=', id)
      .execute()
  const tell = async (user_id: number) =>
    await db
      .insertInto('notifications')
      .columns([
        'tenant_id',
        'user_id',
        'kind',
        'family_id',
        'year',
        'type',
        'sent_by',
        'assessment_id',
      ])
      .expression((from) =>
        from
          .selectFrom('assessments as a')
          .select(['a.tenant_id', (one) => one.val(user_id).as('user_id')])
          .select((one) => one.val('assigned').as('kind'))
          .select([
            'a.family_id',
            'a.year',
            'a.type',
            (one) => one.val(ben.id).as('sent_by'),
            'a.id',
          ])
          .where('a.id', '=', id),
      )
      .execute()
  const levels = async () =>
    (
      await db
        .selectFrom('responses as r')
        .innerJoin('statement_responses as c', 'c.id', 'r.statement_response_id')
        .select('c.label')
        .where('r.assessment_id', '=', id)
        .orderBy('r.statement_id')
        .orderBy('r.state')
        .execute()
    ).map(({ label }) => label)
  /** What is stored, now and in the future. An earlier save may still be announced. */
  const stores = async (...wanted: string[]) => await expect.poll(levels).toEqual(wanted)
  const path = `/assessment/${id}?elementId=${element}`
  return { id, ann, ben, element, assign, tell, stores, path }
}

test('two people at one statement see each other and choose between two answers', async ({
  page,
  context,
  db,
  as,
}) => {
  const { ann, ben, path, tell, stores } = await aTeam(db)
  await page.clock.install()
  await countShifts(page)
  await enter(page, ann, path)
  const anns = playerOn(page)
  await anns.at('1 of 2')
  const bens = playerOn(await as(ben))
  await countShifts(bens.page)
  await go(bens.page, path)
  await expect(bens.page.getByText('Ann Owner is here')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(page.getByText('Ben Helper is here')).toBeVisible()
  for (const one of [page, bens.page])
    expect(await shiftsOf(one), 'nothing moves under a finger').toEqual([])
  await expectGoodLooks(page, 'someone-is-here')

  // In the player, the bell needs no request of its own until there is something new.
  let requests = 0
  page.on('request', (one) => (requests += Number(one.url().includes('/user/notifications'))))
  await page.clock.fastForward(150_000)
  await expect(page.getByText('Ben Helper is here')).toBeVisible()
  expect(requests).toBe(0)
  await tell(ann.id)
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('button', { name: '1 unread notification' })).toBeVisible()
  expect(requests).toBe(1)

  await bens.now('Starting').click()
  await bens.same.click()
  await bens.at('2 of 2')
  await bens.previous.click()
  await stores('Starting', 'Starting')
  // Not in a field that has the focus.
  await anns.now('Established').focus()
  await page.clock.fastForward(20_000)
  await expect(page.getByText('Ben Helper is here')).toBeVisible()
  await expect(anns.now('Starting')).not.toBeChecked()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.clock.fastForward(20_000)
  await expect(anns.now('Starting')).toBeChecked()
  await expect(anns.future('Starting')).toBeChecked()

  await context.setOffline(true)
  await anns.now('Leading').click()
  await bens.now('Developing').click()
  await stores('Developing', 'Developing')
  await expect(bens.future('Developing')).toBeChecked()
  await context.setOffline(false)
  const both = page.getByRole('alert', { name: 'Two versions' })
  await expect(both.getByRole('heading')).toHaveText(/^.?Ben Helper.? changed this at \d\d:\d\d$/)
  await expect(both.getByText('Leading now, Leading in the future')).toBeVisible()
  await expect(both.getByText('Developing now, Developing in the future')).toBeVisible()
  await expectGoodLooks(page, 'conflict-with-colleague')
  // Nothing is lost before the decision.
  await page.reload()
  await anns.at('2 of 2')
  await anns.previous.click()
  await both.getByRole('button', { name: /^Take .?Ben.?’s$/ }).click()
  await expect(anns.now('Developing')).toBeChecked()
  await expect(both).toHaveCount(0)

  // Ben's page hasn't seen Ann's next one.
  await anns.now('Established').click()
  await stores('Established', 'Established')
  // A target that is raised stays on screen, however late the answer comes.
  await bens.now('Leading').click()
  const his = bens.page.getByRole('alert', { name: 'Two versions' })
  await his.getByRole('button', { name: 'Keep mine' }).click()
  await expect(his).toHaveCount(0)
  await stores('Leading', 'Leading')
  await page.clock.fastForward(20_000)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.clock.fastForward(20_000)
  await expect(anns.now('Leading')).toBeChecked()
})

test('an answer to an element that was lost or completed while offline stays on its device', async ({
  page,
  context,
  db,
}) => {
  const { id, ben, element, assign, path } = await aTeam(db)
  await enter(page, ben, path)
  const player = playerOn(page)
  await player.at('1 of 2')
  await context.setOffline(true)
  await player.now('Leading').click()
  await player.same.click()
  await player.at('2 of 2')
  await player.notes.pressSequentially('As of May')
  await player.showsStatus('Offline')
  await assign(null)
  await context.setOffline(false)
  await player.showsStatus('An answer could not be saved')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Answers so far')
  const kept = page.getByRole('region', { name: 'Not saved' })
  await expect(kept).toHaveCount(2)
  await expect(kept.first()).toContainText('This element isn’t assigned to you')
  await expect(kept.first()).toContainText('Leading now, Leading in the future')
  await expect(kept.last()).toContainText('As of May')
  // The list has what is saved.
  await expect(page.getByRole('list').getByText('Not answered').first()).toBeVisible()
  await expectGoodLooks(page, 'kept-answers')

  await assign(ben.id)
  const completion = { tenant_id: ben.tenantId, assessment_id: id, element_id: element }
  await db.insertInto('element_completions').values(completion).execute()
  await kept.first().getByRole('button', { name: 'Try again' }).click()
  await expect(kept.first()).toContainText('The owner has completed this element')
  await page.reload()
  await expect(page.getByText('Ann Owner has completed this element.')).toBeVisible()
  await expect(page.getByText('You are editing a completed element.')).toBeHidden()
  await kept.last().getByRole('button', { name: 'Discard note' }).click()
  await expect(kept).toHaveCount(1)

  await db.deleteFrom('element_completions').where('assessment_id', '=', id).execute()
  await kept.first().getByRole('button', { name: 'Try again' }).click()
  await expect(kept).toHaveCount(0)
  await page.reload()
  await player.at('2 of 2')
  await player.previous.click()
  await expect(player.now('Leading')).toBeChecked()

  // Removed from the assessment while offline.
  await context.setOffline(true)
  await player.notes.pressSequentially('For the board')
  await player.showsStatus('Offline')
  await db
    .updateTable('assessment_members')
    .set({ left_at: new Date().toISOString() })
    .where('assessment_id', '=', id)
    .execute()
  await assign(null)
  await context.setOffline(false)
  await player.showsStatus('could not be saved')
  const lost = page.getByRole('complementary', { name: 'Answers that weren’t saved' })
  await page.reload()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(lost).toContainText('You no longer take part')
  await expect(lost).toContainText('For the board')
  await expectGoodLooks(page, 'lost-answers')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await lost.getByRole('button', { name: 'Copy' }).click()
  await expect(lost.getByRole('button', { name: 'Copy' })).toHaveText('Copied')
  await lost.getByRole('button', { name: 'Discard' }).click()
  await expect(lost).toHaveCount(0)
})

test('an owner sees what changed since they last looked, and restores an answer', async ({
  page,
  db,
  as,
}) => {
  const { id, ann, ben, path, stores } = await aTeam(db)
  const bens = playerOn(await as(ben, path))
  await bens.at('1 of 2')
  await bens.now('Developing').click()
  await bens.future('Established').click()
  await bens.at('2 of 2')
  await bens.previous.click()
  await bens.now('Established').click()
  await bens.at('2 of 2')
  await bens.previous.click()
  await stores('Established', 'Established')
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  yesterday.setHours(12, 0)
  const seen_at = yesterday.toISOString()
  const visit = { tenant_id: ann.tenantId, assessment_id: id, user_id: ann.id, seen_at }
  await db.insertInto('assessment_visits').values(visit).execute()

  await enter(page, ann, path)
  const player = playerOn(page)
  await player.at('2 of 2')
  await expect(page.getByText('1 change since yesterday')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const list = page.getByRole('navigation', { name: 'Elements' })
  await expect(list.getByRole('status')).toHaveText('1 statement.')
  await list.getByRole('button', { name: 'GOV-1' }).click()
  await player.at('1 of 2')
  await list.getByRole('combobox', { name: 'Statements to list' }).selectOption('All statements')
  await expect(list.getByText('Changed since you last looked')).toHaveCount(2)
  await expectGoodLooks(page, 'since-last-looked')

  await page.getByRole('button', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: 'History of' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Developing → Established.*Ben Helper, \w{3} \d\d:\d\d/,
    /nothing → Developing/,
    /nothing → Established/,
  ])
  await expectGoodLooks(page, 'statement-history')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(player.now('Developing')).toBeChecked()
  await player.showsStatus('Answers saved')
  // A contributor restores nothing.
  await bens.page.getByRole('button', { name: 'History' }).click()
  const his = bens.page.getByRole('dialog', { name: 'History of' })
  await expect(his.getByRole('listitem').first()).toContainText('Ann Owner')
  await expect(his.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})
