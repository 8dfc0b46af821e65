import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aBandedSet, anAuditor } from 'api/testing/certifying'
import {
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from 'api/testing/factories'
import { certifications } from 'contract/certifications'
import { callAs } from './call-as.ts'
import type { Product } from './own-product.ts'
import { confirm } from './reviewing.ts'

export const OVERVIEW = '/?type=certification'

/** Who takes part in a certification, and what is answered and not submitted yet. */
async function aCast(db: Db) {
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const { certificationBands } = aBandedSet()
  const file = { ...aSmallSet(), ...(certificationBands && { certificationBands }) }
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant, name: 'Care Manager' })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  const admin = await aUser(db, { tenant, roles: ['admin'], name: 'Ed Admin' })
  const auditor = await anAuditor(db, tenant)
  const god = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
  return { user, admin, auditor, god }
}

/** Respondent, company admin and auditor, each in a browser of their own, and what they do again and again. */
export async function theThree({ db, open, go }: Product) {
  const { user, admin, auditor, god } = await aCast(db)
  const certificates = `/admin/users/${user.id}/certifications`
  const respondent = await open(user, OVERVIEW)
  const manager = await open(admin, certificates)
  const reviewer = await open(auditor, '/admin')
  return {
    user,
    admin,
    god,
    respondent,
    manager,
    reviewer,
    /** The admin's list of the respondent's certificates. */
    openCertificates: () => go(manager, certificates),
    beginReview: async () => {
      await go(reviewer, '/admin/reviews')
      await reviewer.getByRole('link', { name: /^Operational Resilience/ }).click()
      await confirm(reviewer, 'Begin the review')
    },
    /** The auditor's page of a certificate. */
    openAsAuditor: (id: number) => go(reviewer, `${certificates}/${id}`),
  }
}

export async function certificateOf(db: Db, userId: number) {
  return await db
    .selectFrom('certifications')
    .select(['id', 'number', 'code', 'band', 'report_hash', 'revoked_at'])
    .select((row) => row.cast<string>('valid_until', 'text').as('valid_until'))
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

export async function unsent(db: Db): Promise<number> {
  const rows = await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()
  return rows.length
}

export function subjectsTo({ mails }: Product, email: string): string[] {
  return mails.accepted
    .filter(({ to }) => [to].flat().some((one) => one?.text === email))
    .map(({ subject }) => subject ?? '')
}

export function before(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** What the holder is shown of a certificate, without what is said of others. */
export async function shownOf(page: Page, id: number) {
  const answer = await callAs(page, { method: 'GET', path: `/certifications/${id}` })
  const { certification, report, verify_url } = certifications.get.response.parse(answer)
  return { certification, report, verify_url }
}
