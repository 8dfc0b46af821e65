import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aBandedSet, aProvingSet, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { certifications } from 'contract/certifications'
import { reviews } from 'contract/reviews'
import { callAs } from './auditing.ts'
import { addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn } from './player.ts'

const OVERVIEW = '/?type=certification'

test('before it is begun, one reads what a certification is and which evidence it asks for', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const file = aProvingSet('A1', 'B1')
  await aContentSet(db, { tenant, file })
  await enter(page, await aUser(db, { tenant }), OVERVIEW)
  const steps = page.getByRole('region', { name: 'How a certification works' })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  const statements = file.elements.flatMap((element) => element.statements).length
  await expect(steps).toContainText(`In 2 of ${statements} statements`)
  await expectGoodLooks(page, 'certification-steps')
  await page.getByRole('radio', { name: 'Self-assessment' }).click()
  await expect(steps).toHaveCount(0)
  await go(page, OVERVIEW)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page).toHaveURL(/\/assessment\//)
  const player = playerOn(page)
  await player.next.click()
  await player.doesNotApply.check()
  await expect(player.reason).toHaveAccessibleDescription(/^Shown to the auditor, and in the/)
  await go(page, OVERVIEW)
  await expect(page.getByText('Missing before it can be submitted')).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('a certification goes from its submission over a return to a certificate that anybody can check', async ({
  page,
  browser,
  db,
}) => {
  test.setTimeout(120_000)
  const { tenant, user, contentSetId } = await aSmallOrganisation(db)
  const assessmentId = await anAssessment(db, { user, contentSetId, type: 'certification' })
  const auditor = await browser.newPage()
  await enter(auditor, await anAuditor(db, tenant, { name: 'Ada Auditor' }), '/admin')
  await enter(page, user, OVERVIEW)

  await test.step('it is submitted, withdrawn and submitted again', async () => {
    await confirm(page, 'Submit for review')
    await expect(page.getByText('Waiting for an auditor')).toBeVisible()
    await expectGoodLooks(page, 'submitted')
    await confirm(page, 'Withdraw')
    await confirm(page, 'Submit for review')
    await expect(page.getByText('Waiting for an auditor')).toBeVisible()
  })

  const remark = 'The minutes of May do not show it.'
  await test.step('the remarks of a return lead to their statements', async () => {
    await correctOne(auditor, await reviewOf(db, assessmentId), remark)
    const review = await reviewOf(db, assessmentId)
    const body = { version: await versionOf(auditor, review), reason: 'One answer to mend.' }
    await callAs(auditor, { method: 'POST', path: `/reviews/${review}/return`, body })
    await page.reload()
    const returned = page.getByRole('region', { name: 'Returned' })
    await expect(returned.getByText('One answer to mend.')).toBeVisible()
    await page.getByText('History', { exact: true }).click()
    await expect(page.getByText('Certification assessment returned, Ada Auditor')).toBeVisible()
    await expectGoodLooks(page, 'returned')
    await returned.getByRole('link').click()
    await expect(page.getByText('Complete it again before you submit')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ada Auditor says' })).toContainText(remark)
    await go(page, OVERVIEW)
    await confirm(page, 'Submit for review')
  })

  await test.step('under review it can no longer be withdrawn', async () => {
    await callAs(auditor, {
      method: 'POST',
      path: `/reviews/${await reviewOf(db, assessmentId)}/beginning`,
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Under review by Ada Auditor' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  })

  const code = await certify(auditor, await reviewOf(db, assessmentId))
  await test.step('the certificate stands with its report', async () => {
    await page.reload()
    const report = page.getByRole('heading', { name: /^Certification report/ })
    await page.getByRole('link', { name: 'View certificate' }).click()
    await expect(report).toBeVisible()
    await go(page, '/certification')
    await page.getByRole('link', { name: /^View certificate of/ }).click()
    await expect(report).toBeVisible()
    // The points of the lines below have names.
    await expect(page.locator('th', { hasText: 'Drawing' })).toHaveText('Drawing1234')
    const certificate = page.getByRole('region', { name: 'Certificate' })
    await expect(certificate).toContainText('Millbrook Care meets')
    await expect(page.getByText(remark).filter({ visible: true }).first()).toBeVisible()
    const download = page.waitForEvent('download')
    await certificate.getByRole('button', { name: 'Download certificate' }).click()
    expect((await download).suggestedFilename()).toMatch(/-certificate-\d{4}-\d+\.pdf$/)
    await expectGoodLooks(page, 'certificate')
  })

  await test.step('and anybody can check it', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(addressOf(user.host, `/verify/${code.toLowerCase().replaceAll('-', '')}`))
    await expect(visitor.getByRole('region', { name: 'Certificate' })).toContainText('Valid')
    await expect(visitor.getByText('Millbrook Care', { exact: true }).last()).toBeVisible()
    await visitor.goto(addressOf(user.host, '/verify/2222-2222-2222'))
    await expect(
      visitor.getByRole('heading', { name: 'No certificate has this code' }),
    ).toBeVisible()
    await visitor.context().close()
  })

  await test.step('until it is revoked', async () => {
    const [id] = new URL(page.url()).pathname.match(/\d+/) ?? []
    const body = { reason: 'The evidence was withdrawn.' }
    await callAs(auditor, { method: 'POST', path: `/certifications/${id}/revocation`, body })
    await page.reload()
    await expect(page.getByText(body.reason)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await expectGoodLooks(page, 'revoked')
  })
  await auditor.close()
})

test('a response that asks for evidence says so, and holds the submission up until a file is there', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file: aProvingSet('A1') })
  const user = await aUser(db, { tenant })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  await enter(page, user, OVERVIEW)
  const missing = page.getByRole('region', { name: 'Missing before it can be submitted' })
  await expect(missing).toContainText('once the evidence that your answers ask for is attached.')
  await expect(missing).toContainText('Evidence missing for 1 answer')
  await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveCount(0)
  await expectGoodLooks(page, 'evidence-missing-overview')
  await missing.getByRole('link', { name: /Element A/ }).click()
  await expect(page.getByText('“Low” asks for evidence. Attach a file')).toBeVisible()
  await expect(page.getByText('Shown to the auditor, and in the action report')).toBeVisible()
  await expectGoodLooks(page, 'evidence-missing')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach evidence' }).click()
  const file = { name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Agreed.') }
  await (await chosen).setFiles(file)
  await expect(page.getByText('“Low” asks for evidence: 1 file is attached.')).toBeVisible()
  await expectGoodLooks(page, 'evidence-there')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('asks for evidence')).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete' }).click()
  await confirm(page, 'Submit for review')
  await expect(page.getByText('Waiting for an auditor')).toBeVisible()
})

test('what is not complete is named before it is left out of a submission', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  const user = await aUser(db, { tenant })
  const assessment = await anAssessment(db, { user, contentSetId, type: 'certification' })
  const optional = await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .where('key', '=', 'C')
    .executeTakeFirstOrThrow()
  await enter(page, user, OVERVIEW)
  await expect(page.getByText('An auditor looks at every answer. Until that')).toBeVisible()
  await db
    .deleteFrom('element_completions')
    .where('assessment_id', '=', assessment)
    .where('element_id', '=', optional.id)
    .execute()
  await page.reload()
  await expect(
    page.getByText('but not at Element C: what is not complete is left out'),
  ).toBeVisible()
  await expectGoodLooks(page, 'ready-without-one')
})

test('what a certification still needs is named, and a year without certificate says so', async ({
  page,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user, OVERVIEW)
  await page.getByRole('region', { name: 'Next for you' }).getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await go(page, OVERVIEW)
  const missing = page.getByRole('region', { name: 'Missing before it can be submitted' })
  await expect(missing.getByText('2 answers missing')).toHaveCount(2)
  await expectGoodLooks(page, 'missing')
  await go(page, '/certification')
  await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
})

async function confirm(page: Page, label: string) {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

async function reviewOf(db: Db, assessmentId: number): Promise<number> {
  const { id } = await db
    .selectFrom('reviews')
    .select('id')
    .where('assessment_id', '=', assessmentId)
    .orderBy('round', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function readReview(auditor: Page, id: number) {
  return reviews.get.response.parse(
    await callAs(auditor, { method: 'GET', path: `/reviews/${id}` }),
  )
}

async function versionOf(auditor: Page, id: number) {
  return (await readReview(auditor, id)).version
}

/** Begins the review and says of the first statement that another response is the right one. */
async function correctOne(auditor: Page, id: number, remark: string) {
  await callAs(auditor, { method: 'POST', path: `/reviews/${id}/beginning` })
  const [statement] = (await readReview(auditor, id)).elements[0]?.statements ?? []
  const response = statement?.responses.find((each) => each.id !== statement.current)
  const body = {
    statement_id: statement?.id,
    statement_response_id: response?.id,
    remark,
    version: statement?.reviewed?.version ?? 0,
  }
  await callAs(auditor, { method: 'PUT', path: `/reviews/${id}/responses`, body })
}

/** Certifies everything that nothing was said of at the level that was wanted; the certificate's code. */
async function certify(auditor: Page, id: number) {
  for (const { statements } of (await readReview(auditor, id)).elements)
    for (const { id: statement_id, future, reviewed } of statements.filter(
      (each) => each.reviewed === null || each.reviewed.version === 0,
    )) {
      const version = reviewed?.version ?? 0
      const body = { statement_id, statement_response_id: future, remark: 'It is there.', version }
      await callAs(auditor, { method: 'PUT', path: `/reviews/${id}/responses`, body })
    }
  const body = { version: await versionOf(auditor, id) }
  const answer = await callAs(auditor, { method: 'POST', path: `/reviews/${id}/certificate`, body })
  return certifications.certify.response.parse(answer).certification.code
}
