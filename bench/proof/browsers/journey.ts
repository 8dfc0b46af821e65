import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { aSmallOrganisation } from '../../../e2e/organisations.ts'
import { KEYS } from './tab.ts'
import type { Trip } from './trip.ts'

const NOTE = 'Finance has not named anyone yet.'
const PHRASE = 'four unrelated words here'

/** A respondent answers by press and by key, writes a note, attaches a file, completes, and reads the report. */
export async function answerAll({ tab, product, folder, ...trip }: Trip) {
  const { user } = await aSmallOrganisation(product.db)
  await trip.go(user.host, '/')
  await tab.see('heading', 'Sign in')
  await trip.shoot('1-sign-in')
  await trip.signIn(user)
  await tab.see('heading', '/^Where we are/')
  await trip.shoot('2-overview')
  await tab.press('button', 'Start')
  await tab.see('text', '/^Statement 1 of 2/')
  await tab.press('radio', '/^Developing Where are we now/')
  await tab.press('radio', '/^Leading Where do we want to be/')
  await tab.see('text', '/^Gap of 2 levels from Developing to Leading/')
  await tab.fill('Notes', NOTE)
  const file = join(folder, 'minutes.txt')
  await writeFile(file, 'Agreed in May.')
  await tab.choose('/^/', file)
  await tab.see('button', 'Download minutes.txt')
  await tab.see('text', '/^Answers saved/')
  await trip.shoot('3-statement')
  await tab.press('button', '/^Next/')
  await tab.see('text', '/^Statement 2 of 2/')
  await tab.type('1')
  await tab.press('button', '/^Same as now/')
  await tab.see('text', '/^No gap/')
  await tab.press('button', 'Check your answers')
  await tab.see('text', `/${NOTE}/`)
  await trip.shoot('4-check')
  await tab.press('button', 'Complete element')
  await tab.see('text', '/^Statement 1 of 2/')
  await tab.type(`2${KEYS.Enter}`)
  await tab.see('text', '/^Statement 2 of 2/')
  await tab.type(`3${KEYS.Enter}`)
  await tab.see('heading', 'What the report will contain')
  await trip.shoot('5-before-report')
  await tab.press('button', 'Create report')
  await tab.see('text', '/^All required elements are complete/')
  await tab.press('button', 'View action report')
  await tab.press('link', '/^View report.*version 1$/')
  await tab.see('text', '/^Across \\d statements we are at/')
  await trip.shoot('6-report')
  await tab.press('button', 'Download PDF')
  expect((await trip.saved('.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
}

/** An auditor certifies a submission, and its respondent downloads the certificate. */
export async function certify({ tab, product, ...trip }: Trip) {
  const { db } = product
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  const auditor = await anAuditor(db, tenant, { name: 'Ada Auditor' })
  const { review } = await aSubmission(db, { user, contentSetId, is: 'submitted' })
  await trip.signIn(auditor, `/admin/reviews/${review}`)
  await tab.press('button', 'Start review')
  await tab.see('text', '/^After you start, Rosa Lind/')
  await tab.press('button', 'Start review')
  for (let number = 1; number <= 6; number += 1) {
    await tab.see('text', `/^Statement ${number} of 6/`)
    // A press too soon after the change of statement is ignored.
    await tab.press('radio', '/Low/')
    await tab.see('text', `/${number} of 6 reviewed/`)
    if (number === 1) await trip.shoot('7-review')
    if (number < 6) await tab.press('button', '/^Next/')
  }
  await tab.press('button', 'Certify')
  await tab.see('button', 'Issue certificate')
  await trip.shoot('8-certify')
  await tab.press('button', 'Issue certificate')
  await tab.see('text', '/^Certificate .* issued$/')
  await trip.signIn(user, '/certification')
  await tab.press('link', '/^View certificate/')
  await tab.see('heading', 'Certified results')
  await trip.shoot('9-certificate')
  await tab.press('button', 'Download certificate')
  expect((await trip.saved('.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
}

/** An admin builds a content set and invites a user, who joins. */
export async function buildAndInvite({ tab, product, ...trip }: Trip) {
  const tenant = await aTenant(product.db, { name: 'Linden Health' })
  const admin = await aUser(product.db, { tenant, roles: ['admin'], name: 'Ed Admin' })
  await trip.signIn(admin, '/admin/content-sets')
  await tab.press('link', 'Create content set')
  await tab.fill('Title', 'Water safety')
  await tab.press('button', 'Create content set')
  await tab.see('heading', 'Water safety')
  await tab.press('button', 'Add element')
  await tab.fill('Title', 'Governance')
  await tab.type(KEYS.Enter)
  await tab.press('button', '/^Four levels/')
  await tab.fill('Statement', 'We look after the wells.')
  await tab.see('text', '/^Saved \\d\\d:\\d\\d$/')
  await trip.shoot('10-builder')
  await trip.go(admin.host, `/admin/applications/${tenant.id}/invites`)
  await tab.press('button', 'Invite users')
  const email = `ida.${Date.now()}@example.org`
  await tab.fill('Email addresses', email)
  await tab.type(KEYS.Enter)
  await trip.shoot('11-invite')
  await tab.press('button', '/^Send/')
  await tab.see('text', '/^1 invitation sent/')
  const link = await product.mailed(tenant.host, /\/register\/invite\/[\w-]{43}[^"\s]*/)
  await tab.run("localStorage.removeItem('pat-app__at__')")
  await trip.go(tenant.host, link)
  await tab.see('heading', 'Join Linden Health')
  await tab.fill('Your name', 'Ida Newcomer')
  await tab.fill('Password', PHRASE)
  await tab.press('checkbox', '/^I have read and accept the terms of use/')
  await trip.shoot('12-join')
  await tab.press('button', 'Accept invitation')
  await tab.see('button', '/^Your menu/')
  await trip.shoot('13-joined')
}

/** Someone signs out elsewhere while a page stays in the browser's memory, and goes back to it. */
export async function goBack({ tab, product, ...trip }: Trip) {
  const { user } = await aSmallOrganisation(product.db)
  await trip.signIn(user)
  await tab.see('heading', '/^Where we are/')
  await trip.go(user.host, '/theme.js')
  await tab.run('(localStorage.clear(), true)')
  await tab.run('(history.back(), true)').catch(() => {})
  await tab.see('heading', 'Sign in')
  const kept = await tab.run("sessionStorage.getItem('proof-kept')")
  console.log(`back to a page that was ${kept === null ? 'loaded again' : 'kept in memory'}`)
}
