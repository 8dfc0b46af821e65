import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { playerOn } from './player.ts'

test('an owner assigns an element, which a colleague answers and gets back', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const file = aSmallSet()
  const [first = '', second = ''] = file.elements.map(({ title }) => title)
  const contentSetId = await aContentSet(db, { tenant, file })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const colleague = await aUser(db, { tenant, name: 'Ben Helper' })
  await aSharedAssessment(db, { owner, contentSetId })

  // With the keyboard only.
  await enter(page, owner)
  await expect(page.getByText('Our assessment. You own it.')).toBeVisible()
  await page.getByRole('button', { name: 'Assign elements' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assign elements' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  await expect(dialog.getByText('Choose an element')).toBeVisible()
  await expect(dialog.getByText('Choose a colleague')).toBeVisible()
  await dialog.getByRole('checkbox').first().press('Space')
  await dialog.getByRole('combobox', { name: 'Colleague' }).pressSequentially('ben')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await expect(dialog.getByText('Searching')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox')).toHaveValue('Ben Helper')
  await expectGoodLooks(page, 'assign-elements')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  await expect(page.getByText('Ben Helper answers 1 element').first()).toBeVisible()
  const row = page.getByRole('region', { name: 'Elements' }).getByRole('link', { name: first })
  await expect(row).toContainText('Ben Helper')

  await page.getByRole('button', { name: 'People' }).click()
  const people = page.getByRole('dialog', { name: 'People of this assessment' })
  await expect(people.getByRole('rowheader')).toHaveText(['Ben Helper'])
  // An owner who is no admin can't open the page of a user.
  await expect(people.getByRole('link')).toHaveCount(0)
  await expectGoodLooks(page, 'people-of-owner')
  await page.keyboard.press('Escape')
  await expect(people).toBeHidden()

  const ben = await as(colleague)
  await expect(ben.getByText('Our assessment. Ann Owner owns it')).toBeVisible()
  const elements = ben.getByRole('region', { name: 'Elements' })
  await expect(elements.getByRole('listitem')).toHaveCount(1)
  await expectGoodLooks(ben, 'overview-contributor')
  await elements.getByRole('radio', { name: 'All' }).check()
  await elements.getByRole('link', { name: second }).click()
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText('Answers so far')
  await expect(ben.getByText('Ann Owner answers this element. You can read it.')).toBeVisible()
  await expect(ben.getByRole('button', { name: /^(Answer|Change|Complete)/ })).toHaveCount(0)
  await expectGoodLooks(ben, 'element-of-a-colleague')
  await ben.getByRole('link', { name: 'Overview' }).last().click()

  await ben.getByRole('link', { name: 'Start', exact: true }).click()
  const player = playerOn(ben)
  await expect(ben.getByText('Ann Owner asks you to answer this element.')).toBeVisible()
  for (const position of ['1 of 2', '2 of 2']) {
    await player.at(position)
    await player.now('Starting').click()
    await player.future('Developing').click()
  }
  await ben.getByRole('button', { name: 'Done' }).click()
  await expect(ben.getByText('Ann Owner sees that it’s done.').first()).toBeVisible()
  await expect(ben.getByText('You’ve answered everything assigned to you')).toBeVisible()

  await page.reload()
  await expect(row).toContainText('Ben Helper, done')
  await row.click()
  await expect(page.getByText('Ben Helper says that this element is done.')).toBeVisible()
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('Element given back').first()).toBeVisible()

  await ben.reload()
  await expect(elements.getByRole('link', { name: first })).toContainText('given back')
  await ben.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(ben.getByText('Ann Owner gave this element back to you.')).toBeVisible()
})
