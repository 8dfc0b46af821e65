import { THIS_YEAR } from 'api/testing/factories'
import { expect, go } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { test } from './own-product.ts'
import { playerOn, start } from './player.ts'
import {
  OVERVIEW,
  aCertifiableYear,
  startReview,
  certificateOf,
  certify,
  confirm,
  returnReview,
  review,
} from './reviewing.ts'

const REMARK = 'The minutes of May do not show it.'

test.use({ actionTimeout: 20_000 })

function before(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

test('a certificate is issued, expires and is renewed', async ({ product }) => {
  test.setTimeout(300_000)
  const { db, open, visit, mails } = product
  // A certificate issued on 1 January does not reach into the year of its renewal.
  const isNewYear = new Date().toISOString().slice(5, 10) === '01-01'
  if (isNewYear) await product.moveTo(`${THIS_YEAR}-01-02`)
  const { user, admin, auditor, certificates } = await aCertifiableYear(db)
  const respondent = await open(user, OVERVIEW)
  const manager = await open(admin, certificates)
  const reviewer = await open(auditor, '/admin')
  const none = manager.getByText('There are no certifications for this user yet.')
  await expect(none).toBeVisible()

  await test.step('a returned assessment is fixed and submitted again', async () => {
    await confirm(respondent, 'Submit for review')
    await startReview(reviewer)
    await reviewer.getByRole('radio', { name: /Developing/ }).check({ force: true })
    await reviewer.getByRole('textbox', { name: 'Remark' }).fill(REMARK)
    await reviewer.getByRole('button', { name: 'Next statement' }).click()
    await expect(reviewer.getByText('1 of 4 reviewed')).toBeVisible()
    await returnReview(reviewer, { button: 'Return', reason: 'One answer to fix.' })
    await go(respondent, OVERVIEW)
    const returned = respondent.getByRole('region', { name: 'Returned' })
    await expect(returned.getByText('One answer to fix.')).toBeVisible()
    await returned.getByRole('link').click()
    const remarks = respondent.getByRole('region', { name: 'Ada Auditor says' })
    await expect(remarks).toContainText(REMARK)
    const player = playerOn(respondent)
    await player.now('Developing').click()
    await player.showsStatus('Answers saved')
    await player.next.click()
    await player.check.click()
    await player.createReport.click()
    await confirm(respondent, 'Submit for review')
    await go(manager, certificates)
    await expect(none).toBeVisible()
  })

  await startReview(reviewer)
  await review(reviewer, ['Developing', 'Starting', 'Starting', 'Starting'])
  const number = await certify(reviewer)
  await go(respondent, '/certification')
  const listOf = (name: string | number) =>
    respondent.getByRole('list', { name: `Certificates for ${name}` })
  await expect(listOf(THIS_YEAR).getByText('Valid', { exact: true })).toBeVisible()
  await expect(listOf(THIS_YEAR)).toContainText(number)
  await go(manager, certificates)
  await expect(manager.getByText('Valid', { exact: true })).toBeVisible()
  const first = await certificateOf(db, user.id)
  const visitor = await visit(user.host, `/verify/${first.code}`)
  const verified = visitor.getByRole('region', { name: 'Certificate' })
  await expect(verified).toContainText('Valid')

  await test.step('seven days before the end it expires soon, and both are reminded', async () => {
    await product.moveTo(before(first.valid_until, 7))
    const subjectsTo = (email: string) =>
      mails.accepted
        .filter(({ to }) => [to].flat().some((one) => one?.text === email))
        .map(({ subject }) => subject ?? '')
    const end = new Date(first.valid_until)
    const day = end.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    for (const [email, subject] of [
      [user.email, `Your certificate expires on ${day} (Millbrook Care)`],
      [admin.email, `A certificate expires on ${day} (Millbrook Care)`],
    ] as const)
      await expect.poll(() => subjectsTo(email)).toContain(subject)
    await go(respondent, '/certification')
    const list = respondent.getByRole('main').getByRole('list')
    await expect(list.getByText('Expires soon')).toBeVisible()
    await expectGoodLooks(respondent, 'certifications-expiring')
    await go(respondent, `/certification/${first.id}`)
    const panel = respondent.getByRole('region', { name: 'Certificate' })
    await expect(panel.getByText('Expires soon')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Download certificate' })).toBeVisible()
    await expectGoodLooks(respondent, 'certificate-expiring')
    await go(respondent, `${OVERVIEW}&year=${THIS_YEAR}`)
    const ends = respondent.getByRole('heading', { name: /^Your certificate expires on/ })
    await expect(ends).toBeVisible()
    await go(manager, certificates)
    await expect(manager.getByText('Expires soon')).toBeVisible()
  })

  const onOverview = respondent.getByRole('region', { name: `Certificate for ${THIS_YEAR}` })
  await test.step('on its last day it is valid, and the overview says when it ends', async () => {
    await product.moveTo(first.valid_until)
    await visitor.reload()
    await expect(verified).toContainText('Valid')
    await go(respondent, OVERVIEW)
    await expect(onOverview).toContainText('Expires on')
    await expect(onOverview).toContainText(`start your certification for ${THIS_YEAR + 1}`)
    await onOverview.getByRole('link', { name: `View certificate for ${THIS_YEAR}` }).click()
    await expect(respondent).toHaveURL(new RegExp(`/certification/${first.id}$`))
  })

  await test.step('the next day it has expired for everyone', async () => {
    await product.moveTo(before(first.valid_until, -1))
    await visitor.reload()
    await expect(verified.getByText('Expired', { exact: true })).toBeVisible()
    await expect(verified.getByRole('heading', { name: /^Expired on / })).toBeVisible()
    await expect(verified).toContainText('Millbrook Care no longer holds this certificate for')
    await expectGoodLooks(visitor, 'verify-expired')
    await go(respondent, '/certification')
    await expect(listOf('other years').getByText('Expired', { exact: true })).toBeVisible()
    await expectGoodLooks(respondent, 'certifications-expired')
    await go(respondent, `${OVERVIEW}&year=${THIS_YEAR}`)
    const heading = respondent.getByRole('heading', { name: 'Your certificate has expired' })
    await expect(heading).toBeVisible()
    await go(respondent, `/certification/${first.id}`)
    await expect(respondent.getByText('Was valid until')).toBeVisible()
    await expect(respondent.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await go(manager, certificates)
    await expect(manager.getByText('Expired', { exact: true })).toBeVisible()
    await manager.getByRole('link', { name: /^Operational Resilience/ }).click()
    await expect(manager.getByRole('heading', { name: 'Certified results' })).toBeVisible()
    await go(manager, '/admin')
    await expect(manager.getByText(`Certificate ${first.number} expired on`)).toBeVisible()
  })

  await test.step('the renewal starts from the certified answers, each to confirm', async () => {
    await go(respondent, OVERVIEW)
    const carried = `Your answers from ${THIS_YEAR} will be copied for you to confirm.`
    await expect(respondent.getByText(carried)).toBeVisible()
    await expect(onOverview).toContainText('Expired on')
    const player = await start(respondent)
    const question = respondent.getByText(`Copied from ${THIS_YEAR}. Is this still correct?`)
    const confirmAnswer = respondent.getByRole('button', { name: 'Confirm', exact: true })
    await expect(question).toBeVisible()
    await expect(player.now('Developing')).toBeChecked()
    await expectGoodLooks(respondent, 'renewal-statement')
    await confirmAnswer.click()
    await player.next.click()
    await player.check.click()
    await player.complete.click()
    await expect(respondent.getByText('Statement GOV-2 hasn’t been answered yet.')).toBeVisible()
    await respondent.getByRole('button', { name: /^Confirm .?GOV-2/ }).click()
    await expect(question).toHaveCount(0)
    await player.complete.click()
    await player.at('1 of 2')
    await player.overview.click()
    await expect(respondent.getByText('1 of 2 complete')).toBeVisible()
    await expect(respondent.getByText('0 of 2 answered, 2 to confirm')).toBeVisible()
    await expect(onOverview).toContainText(
      `Your certification for ${THIS_YEAR + 1} renews certificate `,
    )
    await start(respondent, 'Continue')
    await confirmAnswer.click()
    await player.next.click()
    await expect(question).toBeVisible()
    await player.now('Developing').click()
    await expect(question).toBeVisible()
    await confirmAnswer.click()
    await expect(question).toHaveCount(0)
    await player.showsStatus('Answers saved')
    await player.check.click()
    await player.createReport.click()
    await confirm(respondent, 'Submit for review')
  })

  await test.step('the renewed certificate is valid, and the old one still expired', async () => {
    await startReview(reviewer)
    const beside = reviewer.getByRole('complementary', { name: 'About this statement' })
    await expect(beside).toContainText(String(THIS_YEAR))
    await review(reviewer, ['Developing', 'Starting', 'Starting', 'Developing'])
    const renewed = await certify(reviewer)
    expect(renewed).not.toBe(number)
    await go(respondent, OVERVIEW)
    const heading = respondent.getByRole('heading', { name: 'Your certificate is ready' })
    await expect(heading).toBeVisible()
    await expect(onOverview).toHaveCount(0)
    await go(respondent, '/certification')
    await expect(listOf(THIS_YEAR + 1).getByText('Valid', { exact: true })).toBeVisible()
    await expect(listOf(THIS_YEAR + 1)).toContainText(renewed)
    await expect(listOf('other years').getByText('Expired', { exact: true })).toBeVisible()
    await go(manager, certificates)
    for (const state of ['Valid', 'Expired'])
      await expect(manager.getByText(state, { exact: true })).toBeVisible()
    await go(manager, '/admin')
    await expect(manager.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect(manager.getByText(number)).toHaveCount(0)
    await visitor.reload()
    await expect(verified.getByText('Expired', { exact: true })).toBeVisible()
    const second = await certificateOf(db, user.id)
    expect(second.number).toBe(renewed)
    await go(visitor, `/verify/${second.code}`)
    await expect(verified).toContainText('Valid')
  })
})
