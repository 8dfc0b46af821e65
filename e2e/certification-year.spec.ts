import { THIS_YEAR } from 'api/testing/factories'
import {
  OVERVIEW,
  before,
  certificateOf,
  shownOf,
  subjectsTo,
  theThree,
  unsent,
} from './certification-cast.ts'
import { expect } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { test } from './own-product.ts'
import { playerOn, start } from './player.ts'
import { certify, confirm, giveBack, review } from './reviewing.ts'

const REMARK = 'The minutes of May do not show it.'

test.use({ actionTimeout: 20_000 })

test('from submission over return, certificate, reminders and expiry to the renewal, three people see the same', async ({
  product,
}) => {
  test.setTimeout(300_000)
  const { db, open, visit, go } = product
  // One of 1 January is valid until 31 December, and so for no day of the year in which it is renewed.
  const isNewYear = new Date().toISOString().slice(5, 10) === '01-01'
  if (isNewYear) await product.moveTo(`${THIS_YEAR}-01-02`)
  const three = await theThree(product)
  const { user, admin, respondent, manager, reviewer, beginReview, openCertificates } = three
  await expect(manager.getByText('There are no certifications for this user yet.')).toBeVisible()

  await test.step('submitted, it is returned with a remark, mended and submitted again', async () => {
    await confirm(respondent, 'Submit for review')
    await beginReview()
    await reviewer.getByRole('radio', { name: /Developing/ }).check({ force: true })
    await reviewer.getByRole('textbox', { name: 'Remark' }).fill(REMARK)
    await reviewer.getByRole('button', { name: 'Next statement' }).click()
    await expect(reviewer.getByText('1 of 4 reviewed')).toBeVisible()
    await giveBack(reviewer, { button: 'Return', reason: 'One answer to mend.' })
    await go(respondent, OVERVIEW)
    const returned = respondent.getByRole('region', { name: 'Returned' })
    await expect(returned.getByText('One answer to mend.')).toBeVisible()
    await returned.getByRole('link').click()
    await expect(respondent.getByRole('region', { name: 'Ada Auditor says' })).toContainText(REMARK)
    const player = playerOn(respondent)
    await player.now('Developing').click()
    await player.tells('Answers saved')
    await player.next.click()
    await player.complete.click()
    await confirm(respondent, 'Submit for review')
    await openCertificates()
    await expect(manager.getByText('There are no certifications for this user yet.')).toBeVisible()
  })

  await test.step('certified, all three and whoever checks it see it as valid', async () => {
    await beginReview()
    await review(reviewer, ['Developing', 'Starting', 'Starting', 'Starting'])
    const number = await certify(reviewer)
    await go(respondent, '/certification')
    const list = respondent.getByRole('list', { name: `Certificates of ${THIS_YEAR}` })
    await expect(list.getByText('Valid', { exact: true })).toBeVisible()
    await expect(list).toContainText(number)
    await openCertificates()
    await expect(manager.getByText('Valid', { exact: true })).toBeVisible()
  })

  const first = await certificateOf(db, user.id)
  const visitor = await visit(user.host, `/verify/${first.code}`)
  const verified = visitor.getByRole('region', { name: 'Certificate' })
  await expect(verified).toContainText('Valid')
  const reminded = [
    { email: user.email, words: 'Your certificate' },
    { email: admin.email, words: 'A certificate of Millbrook Care' },
  ]

  for (const days of [90, 30, 7])
    await test.step(`${days} days before the end holder and admin are reminded, once`, async () => {
      const { valid_until: end } = first
      await product.moveTo(before(end, days + 1))
      await product.moveTo(before(end, days))
      for (const { email, words } of reminded)
        await expect
          .poll(() => subjectsTo(product, email))
          .toContain(`${words} expires in ${days} days or less`)
      await product.moveTo(before(end, days))
      await go(respondent, '/certification')
      const list = respondent.getByRole('main').getByRole('list')
      await expect(list.getByText('Expires soon')).toBeVisible()
      if (days === 7) await expectGoodLooks(respondent, 'certifications-expiring')
      await go(respondent, `/certification/${first.id}`)
      const panel = respondent.getByRole('region', { name: 'Certificate' })
      await expect(panel.getByText('Expires soon')).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Download certificate' })).toBeVisible()
      if (days === 7) await expectGoodLooks(respondent, 'certificate-expiring')
      await go(respondent, `${OVERVIEW}&year=${THIS_YEAR}`)
      await expect(respondent.getByRole('heading', { name: /^It expires on/ })).toBeVisible()
      await openCertificates()
      await expect(manager.getByText('Expires soon')).toBeVisible()
      await visitor.reload()
      await expect(verified).toContainText('Valid')
    })

  const onOverview = respondent.getByRole('region', { name: `Certificate of ${THIS_YEAR}` })
  await test.step("on its last day it still holds, and the new year's overview says that it ends", async () => {
    await product.moveTo(first.valid_until)
    await visitor.reload()
    await expect(verified).toContainText('Valid')
    await go(respondent, OVERVIEW)
    await expect(onOverview).toContainText('Expires on')
    await expect(onOverview).toContainText('Renewal starts here')
    await expectGoodLooks(respondent, 'renewal-due')
    await onOverview.getByRole('link', { name: `View certificate of ${THIS_YEAR}` }).click()
    await expect(respondent).toHaveURL(new RegExp(`/certification/${first.id}$`))
  })

  await test.step('on the day after its last one it has expired for everybody', async () => {
    await product.moveTo(before(first.valid_until, -1))
    await visitor.reload()
    await expect(verified.getByText('Expired', { exact: true })).toBeVisible()
    await expect(verified).toContainText('Millbrook Care met level 1')
    await expectGoodLooks(visitor, 'verify-expired')
    await go(respondent, '/certification')
    const earlier = respondent.getByRole('list', { name: 'Certificates of earlier years' })
    await expect(earlier.getByText('Expired', { exact: true })).toBeVisible()
    await expectGoodLooks(respondent, 'certifications-expired')
    await go(respondent, `${OVERVIEW}&year=${THIS_YEAR}`)
    await expect(
      respondent.getByRole('heading', { name: 'The certificate has expired' }),
    ).toBeVisible()
    await go(respondent, `/certification/${first.id}`)
    await expect(respondent.getByText('Was valid until')).toBeVisible()
    await expect(respondent.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await expectGoodLooks(respondent, 'certificate-expired')
    await openCertificates()
    await expect(manager.getByText('Expired', { exact: true })).toBeVisible()
    await manager.getByRole('link', { name: /^Operational Resilience/ }).click()
    await expect(manager.getByRole('heading', { name: 'What was certified' })).toBeVisible()
    await expectGoodLooks(manager, 'admin-certificate-expired')
    const alert = `Certificate ${first.number} expired on`
    const chief = await open(three.god, '/admin')
    await go(manager, '/admin')
    await go(reviewer, '/admin')
    for (const page of [manager, reviewer, chief]) await expect(page.getByText(alert)).toBeVisible()
    await chief.context().close()
  })

  await test.step('nobody was reminded more often, and nobody else was', async () => {
    await expect.poll(() => unsent(db)).toBe(0)
    const isReminder = (subject = '') => subject.includes(' expires in ')
    expect(product.mails.accepted.filter(({ subject }) => isReminder(subject))).toHaveLength(6)
    for (const { email, words } of reminded)
      expect(subjectsTo(product, email).filter((subject) => isReminder(subject))).toEqual(
        [90, 30, 7].map((days) => `${words} expires in ${days} days or less`),
      )
  })

  const expired = await shownOf(respondent, first.id)
  await test.step('the renewal starts from the certified answers, each to confirm', async () => {
    await go(respondent, OVERVIEW)
    const words = `Your answers from ${THIS_YEAR} are carried over, each to confirm.`
    await expect(respondent.getByText(words)).toBeVisible()
    await expect(onOverview).toContainText('Expired on')
    await expectGoodLooks(respondent, 'renewal')
    const player = await start(respondent)
    const question = respondent.getByText(`From ${THIS_YEAR}. Is this still right?`)
    await expect(question).toBeVisible()
    await expect(player.now('Developing')).toBeChecked()
    await expectGoodLooks(respondent, 'renewal-statement')
    await respondent.getByRole('button', { name: 'Confirm' }).click()
    await player.next.click()
    await respondent.getByRole('button', { name: 'Confirm' }).click()
    await player.complete.click()
    await expect(respondent.getByText('1 of 2 complete')).toBeVisible()
    await expect(onOverview).toContainText(`The certification of ${THIS_YEAR + 1} renews it.`)
    await start(respondent, 'Continue')
    await respondent.getByRole('button', { name: 'Confirm' }).click()
    await player.next.click()
    await expect(question).toBeVisible()
    await player.now('Developing').click()
    await player.tells('Answers saved')
    await player.complete.click()
    await confirm(respondent, 'Submit for review')
  })

  await test.step('certified again, the new one is valid, and the old one as it was', async () => {
    await beginReview()
    const beside = reviewer.getByRole('complementary', { name: 'About this statement' })
    await expect(beside).toContainText(String(THIS_YEAR))
    await review(reviewer, ['Developing', 'Starting', 'Starting', 'Developing'])
    const number = await certify(reviewer)
    expect(number).not.toBe(first.number)
    await go(respondent, OVERVIEW)
    await expect(
      respondent.getByRole('heading', { name: 'The certificate is issued' }),
    ).toBeVisible()
    await expect(onOverview).toHaveCount(0)
    await go(respondent, '/certification')
    const listOf = (name: string) =>
      respondent.getByRole('list', { name: `Certificates of ${name}` })
    const renewed = listOf(String(THIS_YEAR + 1))
    await expect(renewed.getByText('Valid', { exact: true })).toBeVisible()
    await expect(renewed).toContainText(number)
    await expect(listOf('earlier years').getByText('Expired', { exact: true })).toBeVisible()
    await openCertificates()
    for (const standing of ['Valid', 'Expired'])
      await expect(manager.getByText(standing, { exact: true })).toBeVisible()
    await go(manager, '/admin')
    await expect(manager.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect(manager.getByText(first.number)).toHaveCount(0)
    await visitor.reload()
    await expect(verified.getByText('Expired', { exact: true })).toBeVisible()
    expect(await shownOf(respondent, first.id)).toEqual(expired)
    const second = await certificateOf(db, user.id)
    expect(second.number).toBe(number)
    await go(visitor, `/verify/${second.code}`)
    await expect(verified).toContainText('Valid')
  })
})
