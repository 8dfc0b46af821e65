import { replaceText } from 'rules/virus-labels'
import type { AssessmentStatus } from 'contract/assessments'
import { type PlaceContext, addressOf } from '#support/address-of.ts'
import type { MailContent } from './render-mail.ts'

type Round = { reviewId: number; round: number; respondent: string; title: string; year: number }

export function submittedMail(
  place: PlaceContext,
  organisation: string,
  { reviewId, round, respondent, title, year }: Round,
): MailContent {
  const isAgain = round > 1
  const what = `${respondent} from ${organisation} submitted ${title} ${year} for certification`
  return {
    subject: `${organisation} submitted an assessment${isAgain ? ' again' : ''}`,
    paragraphs: [
      isAgain ? `${what} again (round ${round}).` : `${what}.`,
      'The assessment is waiting for an auditor. The respondent can withdraw the submission until the review starts.',
    ],
    action: { label: 'Open the review', href: addressOf(place, `/admin/reviews/${reviewId}`) },
  }
}

/** The content set, if the organisation has several. */
type NamedSet = { id: number; title: string } | undefined

type End = { auditor: string; reason: string; year: number; set: NamedSet }

export function returnedMail(place: PlaceContext, end: End): MailContent {
  const { auditor, reason, year, set } = end
  return {
    subject: 'Your certification assessment was returned',
    paragraphs: [
      ...setText(set),
      `The auditor has requested changes. Make the changes, then submit the assessment again. The auditor’s remarks, if any, appear next to the statements. ${auditor} says:`,
      reason,
    ],
    action: toAssessment(place, { type: 'certification', year, set }),
  }
}

export function refusedMail(place: PlaceContext, end: End): MailContent {
  const { auditor, reason, year, set } = end
  return {
    subject: 'Your assessment was not certified',
    paragraphs: [
      ...setText(set),
      `Your answers haven’t changed. You can submit the assessment again. ${auditor} says:`,
      reason,
    ],
    action: toAssessment(place, { type: 'certification', year, set }),
  }
}

function setText(set: NamedSet): string[] {
  return set ? [`Content set: ${set.title}.`] : []
}

type Certificate = { id: number; number: string; title: string }

export function certifiedMail(
  place: PlaceContext,
  { id, number, title }: Certificate,
  until: string,
): MailContent {
  return {
    subject: 'Your assessment was certified',
    paragraphs: [validityText({ id, number, title, until })],
    action: { label: 'Open the certificate', href: addressOf(place, `/certification/${id}`) },
  }
}

type Revoked = Certificate & { user_id: number }

export function revokedMail(
  place: PlaceContext,
  certificate: Revoked,
  reason: string,
): MailContent {
  return {
    subject: 'Your certificate was revoked',
    paragraphs: revokedText(certificate, reason),
    action: {
      label: 'Open the certificate',
      href: addressOf(place, `/certification/${certificate.id}`),
    },
  }
}

export function revokedForAdminsMail(
  place: PlaceContext,
  certificate: Revoked,
  reason: string,
): MailContent {
  return {
    subject: 'A certificate was revoked',
    paragraphs: revokedText(certificate, reason),
    action: toUsersCertificate(place, certificate),
  }
}

function revokedText({ number, title }: Certificate, reason: string) {
  return [
    `Certificate ${number} for ${title} is no longer valid. It was revoked for the following reason:`,
    reason,
  ]
}

/** `until` is a date in words. `email` is null if the user can no longer sign in. */
type Expiring = Revoked & { name: string; email: string | null; until: string; set: NamedSet }

export function expiringMail(place: PlaceContext, certificate: Expiring): MailContent {
  return {
    subject: `Your certificate expires on ${certificate.until}`,
    paragraphs: [
      validityText(certificate),
      'To renew the certificate, open this year’s certification assessment. Confirm your certified answers, then submit the assessment for review.',
    ],
    action: toAssessment(place, { type: 'certification', set: certificate.set }),
  }
}

export function expiringForAdminsMail(place: PlaceContext, certificate: Expiring): MailContent {
  const { name, email, until } = certificate
  return {
    subject: `A certificate expires on ${until}`,
    paragraphs: [
      validityText(certificate),
      email === null
        ? `${name}, who answered the assessment, can no longer sign in. To renew the certificate, another user must start a certification assessment.`
        : `${name} answered the assessment and has received the same reminder. To renew the certificate, ${name} must submit this year’s certification assessment.`,
    ],
    action: toUsersCertificate(place, certificate),
  }
}

function validityText({ number, title, until }: Certificate & { until: string }) {
  return `Certificate ${number} for ${title} is valid until ${until}.`
}

type InfectedFile = {
  name: string
  type: string
  year: number
  status: AssessmentStatus
  is_review_started: boolean
  set: NamedSet
}

export function virusMail(place: PlaceContext, file: InfectedFile): MailContent {
  const { name, type, year, status, is_review_started: isReviewStarted, set } = file
  const assessment = type === 'certification' ? 'certification assessment' : 'self-assessment'
  return {
    subject: 'A virus was found in an attached file',
    paragraphs: [
      `A virus was found in ${name}, which is attached to your ${assessment}${set ? ` of ${set.title}` : ''} for ${year}. No one can open the file.`,
      replaceText(status, isReviewStarted),
    ],
    action: toAssessment(place, { type, year, set }),
  }
}

function toAssessment(
  place: PlaceContext,
  { type, year, set }: { type: string; year?: number; set: NamedSet },
) {
  const search = [`type=${type}`, ...(year === undefined ? [] : [`year=${year}`])]
  const path = `/?${[...search, ...(set ? [`set=${set.id}`] : [])].join('&')}`
  return { label: 'Open the assessment', href: addressOf(place, path) }
}

function toUsersCertificate(place: PlaceContext, { id, user_id }: Revoked) {
  const href = addressOf(place, `/admin/users/${user_id}/certifications/${id}`)
  return { label: 'Open the certificate', href }
}
