import { PASSWORD, THIS_YEAR, aReport, anAssessment } from 'api/testing/factories'
import { aNewcomer, addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation, northfieldSet } from './organisations.ts'
import { playerOn, start } from './player.ts'

const LEAD = demoPerson('northfield', 'resilience.lead')

test.describe('every screen has no violation of WCAG 2.2 AA and never scrolls sideways:', () => {
  test('signing in', async ({ page, db }) => {
    const { host } = await aNewcomer(db)
    await page.goto(addressOf(host, '/login'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectGoodLooks(page, 'login')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGoodLooks(page, 'login-refused')
  })

  test('the terms of use', async ({ page, db }) => {
    await enter(page, await aNewcomer(db, { hasAcceptedTerms: false }))
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expectGoodLooks(page, 'terms')
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectGoodLooks(page, 'terms-declining')
  })

  test('the overview', async ({ page, db }) => {
    await enter(page, LEAD)
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
    await expectGoodLooks(page, 'overview')
    await page.getByRole('button', { name: 'Your menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    await expectGoodLooks(page, 'user-menu')
    await enter(page, await aNewcomer(db))
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    await expectGoodLooks(page, 'overview-new')
    await go(page, '/?year=2001')
    await expect(page.getByText('Oops! We could not find content set.')).toBeVisible()
    await expectGoodLooks(page, 'overview-without-content')
  })

  test('the assessment', async ({ page, db }) => {
    const person = await aNewcomer(db)
    const contentSetId = await northfieldSet(db)
    await anAssessment(db, { user: person, contentSetId, year: THIS_YEAR - 1 })
    await enter(page, person)
    const player = await start(page)
    await expectGoodLooks(page, 'assessment-carried-forward')
    await player.now('Established').click()
    await page.getByText('Guidance', { exact: true }).click()
    await player.tells('Answers saved')
    await expectGoodLooks(page, 'assessment-answered')
    await page.context().setOffline(true)
    await player.now('Leading').click()
    await player.tells('Offline. Answers stay on this device')
    await expectGoodLooks(page, 'assessment-offline')
    await page.context().setOffline(false)
    await player.tells('Answers saved')
  })

  test('the assessment’s dialogs and states', async ({ page, db, isPhone }) => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGoodLooks(page, 'assessment-shortcuts')
    await page.keyboard.press('Escape')
    await player.next.click()
    await player.doesNotApply.check()
    await player.reason.focus()
    await player.reason.blur()
    await player.complete.click()
    await expect(page.getByText('Statements 1 and 2 are not answered yet.')).toBeVisible()
    await expectGoodLooks(page, 'assessment-incomplete')
    if (!isPhone) return
    await page.getByRole('button', { name: 'Elements and statements' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGoodLooks(page, 'assessment-elements')
  })

  test('a conflict', async ({ page, browser, db }) => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    const { pathname, search } = new URL(page.url())
    await enter(other, user, pathname + search)
    await playerOn(other).now('Starting').click()
    await playerOn(other).tells('Answers saved')
    await elsewhere.close()
    await player.now('Leading').click()
    await expect(page.getByRole('region', { name: 'Two answers' })).toBeVisible()
    await expectGoodLooks(page, 'assessment-conflict')
  })

  test('editing', async ({ page, db }) => {
    const { user, contentSetId } = await aSmallOrganisation(db)
    const assessmentId = await anAssessment(db, { user, contentSetId })
    await aReport(db, user, assessmentId)
    await enter(page, user)
    await expect(page.getByRole('heading', { name: 'Everything is answered' })).toBeVisible()
    await expectGoodLooks(page, 'overview-complete')
    await page
      .getByRole('link', { name: /Important services.*, complete/ })
      .first()
      .click()
    await expect(page.getByText('You are editing a completed element.')).toBeVisible()
    await expectGoodLooks(page, 'edit')
  })

  test('the action report', async ({ page }) => {
    await enter(page, demoPerson('harbour', 'continuity.manager'), '/action-reports')
    await expect(page.getByRole('link', { name: /^View report/ })).toBeVisible()
    await expectGoodLooks(page, 'reports')
    await page.getByRole('link', { name: /^View report/ }).click()
    await expect(page.getByRole('img', { name: /The widest gap is/ }).first()).toBeVisible()
    await page
      .getByRole('combobox', { name: 'Compare with' })
      .selectOption({ label: `Compare with ${THIS_YEAR - 1}` })
    await expect(page.getByRole('table', { name: /^Current state in/ })).toBeVisible()
    await expectGoodLooks(page, 'report')
    await page.getByRole('button', { name: 'View as table' }).click()
    await expect(page.getByRole('table', { name: 'Current and future by element' })).toBeVisible()
    await expectGoodLooks(page, 'report-table')
  })

  test('a year without reports', async ({ page, db }) => {
    await enter(page, await aNewcomer(db), '/action-reports')
    await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
    await expectGoodLooks(page, 'reports-empty')
  })

  test('settings', async ({ page, db }) => {
    await enter(page, await aNewcomer(db), '/settings')
    await expect(page.getByRole('switch', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectGoodLooks(page, 'settings')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('textbox', { name: 'New email' }).fill('new.address@example.org')
    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Waiting for new.address@example.org.')).toBeVisible()
    await expectGoodLooks(page, 'settings-faults')
  })

  test('the admin area', async ({ page }) => {
    await enter(page, demoPerson('admin', 'platform.admin'), '/admin')
    await expect(page.getByRole('table')).toBeVisible()
    await expectGoodLooks(page, 'admin')
    await go(page, '/admin/no-such-page')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
    await expectGoodLooks(page, 'admin-not-found')
  })

  test('what is open to all', async ({ page }) => {
    await page.goto('/cookies-policy')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectGoodLooks(page, 'cookies-policy')
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
    await expectGoodLooks(page, 'not-found')
    await page.goto(addressOf('nobody.localhost'))
    await expect(page.getByText('contact support')).toBeVisible()
    await expectGoodLooks(page, 'fallback')
  })
})
