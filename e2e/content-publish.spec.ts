import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import {
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { withoutFields } from './earlier-release.ts'
import { anAdmin, enter, expect, go, savedFile, test } from './fixtures.ts'
import { expectAsks, expectClosingAsks } from './leaving.ts'
import { savedAnswers } from './player.ts'

const FILE = { ...aSmallSet(), title: 'Good care' }
const TEXT = FILE.elements[0]?.statements[0]?.text ?? ''
const REWORDED = TEXT.replace('A named', 'One')

async function anOrganisation(db: Db) {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant })
  const respondent = await aUser(db, { tenant, movesOn: false })
  const contentSetId = await aContentSet(db, { tenant, file: FILE })
  return { tenant, admin, respondent, contentSetId }
}

/** Changes the first statement in the next version, and opens the question to publish it. */
async function writeNextVersion(page: Page, text: string) {
  await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
  await page.getByRole('menuitem', { name: 'Create new version' }).click()
  const start = TEXT.slice(0, 30)
  await page
    .getByRole('textbox', { name: 'Find' })
    .or(page.getByRole('searchbox', { name: 'Find' }))
    .fill(start)
  await page.getByRole('treeitem', { name: start }).click()
  await page.getByRole('textbox', { name: 'Statement', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  return page.getByRole('alertdialog', { name: 'Publish version 2?' })
}

async function reportFile(page: Page, reportId: number) {
  await go(page, `/action-reports/${reportId}`)
  const button = page.getByRole('button', { name: 'Download PDF' })
  return (await savedFile(page, () => button.click())).bytes
}

test('answers move to a new version, reports stay the same', async ({ page, as, db }) => {
  const { tenant, admin, respondent, contentSetId } = await anOrganisation(db)
  const id = await anAssessment(db, { user: respondent, contentSetId })
  await anAssessment(db, { user: await aUser(db, { tenant }), contentSetId, answered: [] })
  const holder = await aUser(db, { tenant })
  const certified = { user: holder, contentSetId, type: 'certification' as const }
  const status = { status: 'certified' as const }
  await db
    .updateTable('assessments')
    .set(status)
    .where('id', '=', await anAssessment(db, certified))
    .execute()
  const reportId = await aReport(db, respondent, id)
  const answers = await savedAnswers(db, respondent.id)
  const offer = page.getByText('of these statements is available')
  await enter(page, respondent, '/')
  await expect(
    page.getByRole('region', { name: 'Elements' }).getByRole('link').first(),
  ).toBeVisible()
  await expect(offer).toBeHidden()
  const before = await reportFile(page, reportId)

  const office = await as(admin, '/admin/content-sets')
  const counting = Promise.withResolvers<void>()
  await office.route('**/impact', async (route) => {
    await counting.promise
    await route.fallback()
  })
  const dialog = await writeNextVersion(office, `${TEXT} Every year.`)
  const publish = dialog.getByRole('button', { name: 'Publish version 2' })
  await expect(publish).toBeDisabled()
  counting.resolve()
  await expect(dialog).toContainText('Version 2 replaces version 1 for new assessments.')
  await expect(dialog).toContainText(
    '3 assessments use version 1: 1 in progress, 1 complete, 1 submitted or certified.',
  )
  await expect(dialog).toContainText('Submitted and certified assessments stay on version 1.')
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await office.getByRole('button', { name: 'Versions' }).click()
  await expect(office.getByText('1 statement changed')).toBeVisible()
  await office.getByRole('link', { name: 'Compare with version 1' }).click()
  await expect(office).toHaveTitle(/^Compare versions/)
  const change = office.getByRole('list', { name: 'Changed statements' }).getByRole('listitem')
  await expect(change).toHaveCount(1)
  await expect(change.getByRole('insertion')).toHaveText(/Every year/)
  await expect(change).toContainText('Respondents must confirm their answers')
  await office.goBack()
  await office.getByRole('button', { name: 'Publish', exact: true }).click()
  await publish.click()
  await expect(dialog).toContainText('Describe what has changed')
  await dialog.getByRole('textbox', { name: 'What changed?' }).fill('It asks about every year now.')
  await expectClosingAsks(office)
  await expectAsks(office, 'the message for respondents', () => office.keyboard.press('Escape'))
  await publish.click()
  await expect(dialog).toBeHidden()
  await expect(office.getByRole('button', { name: 'Create new version' })).toBeVisible()

  const endRelease = await withoutFields(page, /\/api\/overview/, [
    'to_confirm',
    'dropped',
    'scope',
  ])
  await go(page, '/')
  await expect(page.getByText('Version 2 of these statements is available.')).toBeVisible()
  await page.getByRole('button', { name: 'See what changed' }).click()
  const news = page.getByRole('dialog', { name: 'What changed in version 2' })
  await expect(news).toContainText('It asks about every year now.')
  await expect(news).toContainText(
    '1 statement has changed. If you have answered it, confirm your answer.',
  )
  await endRelease()
  await news.getByRole('button', { name: 'Move to version 2' }).click()
  await expect(page.getByText('1 of 2 answered, 1 to confirm')).toBeVisible()
  await expect(offer).toBeHidden()
  expect(await savedAnswers(db, respondent.id)).toEqual(answers)
  expect((await reportFile(page, reportId)).equals(before)).toBe(true)
})

test('a minor change reaches an open assessment', async ({ page, as, db }) => {
  const { admin, respondent, contentSetId } = await anOrganisation(db)
  const id = await anAssessment(db, { user: respondent, contentSetId, answered: [] })
  const { id: elementId } = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await enter(page, respondent, `/assessment/${id}?elementId=${elementId}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(TEXT)

  const office = await as(admin, '/admin/content-sets')
  const dialog = await writeNextVersion(office, REWORDED)
  await expect(dialog).not.toContainText('Nothing has changed')
  await dialog.getByRole('textbox', { name: 'What changed?' }).fill('Plainer words.')
  await dialog.getByRole('checkbox', { name: /^Minor change: wording only/ }).check()
  await expect(dialog).toContainText('Assessments start moving to version 2 straight away.')
  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(dialog).toBeHidden()
  const edition = async () => {
    const query = db.selectFrom('assessments').select('content_set_id').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).content_set_id
  }
  await expect.poll(edition, { timeout: 30_000 }).not.toBe(contentSetId)

  await expect(heading).toHaveText(TEXT)
  const now = page.getByRole('radio', { name: 'Where are we now?' }).nth(1)
  await now.click()
  await expect(heading).toHaveText(REWORDED)
  await expect(now).toBeChecked()
  const saved = () => savedAnswers(db, respondent.id)
  const current = { state: 1, level: 'Developing' }
  await expect.poll(saved).toMatchObject([current])
  await page.getByRole('radio', { name: 'Where do we want to be?' }).last().click()
  await expect.poll(saved).toMatchObject([current, { state: 2, level: 'Leading' }])
  await expect(page.getByText('not saved')).toBeHidden()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page.getByText("Something's missing.")).toBeHidden()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('1 of 2 answered')).toBeVisible()
  await expect(page.getByText('to confirm')).toBeHidden()
})
