import type { Page } from '@playwright/test'
import { enter, expect, test } from './fixtures.ts'
import { aRound } from './reviewing.ts'
import { databases } from './unsaved-text.ts'

const unsaved = (page: Page) => page.getByText(/^Not saved yet\./)
const middle = (page: Page) => page.getByRole('radio', { name: /Middle/ })

test('an unsaved review survives a reload and an outage', async ({ page, db }) => {
  const { auditor, path } = await aRound(db)
  const remark = page.getByRole('textbox', { name: 'Remark' })
  await enter(page, auditor, path)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('2')
  await expect(unsaved(page)).toBeVisible()
  await page.reload()
  await expect(middle(page)).toBeChecked()
  await expect(unsaved(page)).toBeVisible()
  await remark.fill('The minutes of May show more.')
  await db.deleteFrom('sessions').where('user_id', '=', auditor.id).execute()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await enter(page, auditor, path)
  await expect(remark).toHaveValue('The minutes of May show more.')
  await expect(page.getByText('1 of 6 reviewed')).toBeVisible()

  await page.getByRole('button', { name: 'Next statement' }).click()
  await expect(page.getByText('Statement 2 of 6')).toBeVisible()
  await page.context().setOffline(true)
  await page.keyboard.press('1')
  await expect(page.getByText(/^Not saved\./)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('2 of 6 reviewed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 of 6 reviewed')).toBeVisible()
})

test('signing out asks about an unsaved review, also from a closed tab', async ({ page, db }) => {
  const { auditor, path } = await aRound(db)
  const signOut = async (on: Page) => {
    await on.getByRole('button', { name: /Ada Auditor/ }).click()
    await on.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await enter(page, auditor, path)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(unsaved(page)).toBeVisible()
  await signOut(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your review of this statement hasn’t been saved yet')
  await question.getByRole('button', { name: 'Sign out without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => databases(page)).not.toContain(`waymark-drafts ${auditor.id}`)
  await enter(page, auditor, path)
  await expect(page.getByText('Responses and remarks are saved automatically.')).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

  await page.keyboard.press('2')
  await expect(unsaved(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(new URL('/admin', page.url()).href)
  await page.close()
  await signOut(other)
  const name = /^Changes to “.+, 1\.1” haven’t been saved yet$/
  await other.getByRole('alertdialog', { name }).getByRole('link').click()
  await expect(other).toHaveURL(new RegExp(path))
  await expect(middle(other)).toBeChecked()
})
