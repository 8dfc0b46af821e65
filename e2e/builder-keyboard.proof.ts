import { expectSaved, openNewDraft, tree, twoAuthors } from './builder.ts'
import { expect, test } from './fixtures.ts'

test('a set is built and reordered with the keyboard', async ({ page, db }) => {
  const { author } = await twoAuthors(db)
  await openNewDraft(page, author, 'By keys')
  const { keyboard } = page
  const outline = tree(page)

  async function tabTo(name: string | RegExp, role: 'button' | 'textbox' | 'tree' = 'button') {
    const target = page.getByRole(role, { name }).first()
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement))
        return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${String(name)}.`)
  }

  for (const title of ['Suppliers', 'Recovery']) {
    await tabTo('Add element')
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await keyboard.type(title)
    await keyboard.press('Enter')
    await tabTo(/^Yes or no/)
    await keyboard.press('Enter')
    await tabTo('Statement', 'textbox')
    await keyboard.type(`We look after ${title}.`)
    await tabTo('Action to reach response 2', 'textbox')
    await keyboard.type('Begin.')
  }
  await tabTo('Elements and statements', 'tree')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Alt+ArrowUp')
  await expect(outline.getByRole('treeitem', { name: /^1 Recovery/ })).toBeVisible()
  await keyboard.press('Alt+ArrowDown')
  await expect(outline.getByRole('treeitem', { name: /^2 Recovery/ })).toBeVisible()
  // A statement at the edge moves into the element before.
  await keyboard.press('ArrowRight')
  await keyboard.press('Alt+ArrowUp')
  await expect(outline.getByRole('treeitem', { name: '1.2 We look after Recovery.' })).toBeVisible()
  await keyboard.press('Control+z')
  await expect(outline.getByRole('treeitem', { name: '2.1 We look after Recovery.' })).toBeVisible()
  await tabTo('Elements and statements', 'tree')
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await tabTo('Last year', 'textbox')
  await keyboard.type('2099')
  await keyboard.press('Control+s')
  await expectSaved(page)
  await expect(page.getByRole('button', { name: 'Ready to publish' })).toBeVisible()
})
