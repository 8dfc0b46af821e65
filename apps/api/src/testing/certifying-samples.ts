import type { Ids, Sample } from './samples.ts'

/** Rightful calls on the way to a certificate; reviews are done from the platform. */
export const certifyingSamples: Record<string, (ids: Ids) => Sample> = {
  'submissions.get': ({ submitted }) => ({ params: { id: submitted } }),
  'submissions.submit': ({ completed }) => ({ params: { id: completed } }),
  'submissions.withdraw': ({ submitted }) => ({ params: { id: submitted } }),
  'reviews.list': () => ({}),
  'reviews.get': ({ review }) => ({ params: { id: review }, isShared: true }),
  'reviews.attachment': ({ review, evidence }) => ({
    params: { id: review, attachmentId: evidence },
    isShared: true,
    // The two belong together, whatever else is in view.
    foreign: { id: 404, attachmentId: 404 },
  }),
  'reviews.begin': ({ waiting }) => ({ params: { id: waiting }, isShared: true }),
  'reviews.save': ({ review, reviewed, reviewedResponse }) => ({
    params: { id: review },
    body: {
      statement_id: reviewed,
      statement_response_id: reviewedResponse,
      remark: 'The minutes of May say otherwise.',
      version: 1,
    },
    isShared: true,
    // The field is named: it is not one of the responses of this statement.
    foreign: { id: 404, statement_id: 404, statement_response_id: 400 },
  }),
  'certifications.list': () => ({}),
  'certifications.get': ({ certification }) => ({ params: { id: certification } }),
  'certifications.pdf': ({ certification }) => ({ params: { id: certification } }),
  'certifications.reportPdf': ({ certification }) => ({ params: { id: certification } }),
  'certifications.verify': ({ code }) => ({ params: { code }, isShared: true }),
  'certifications.certify': ({ review }) => ({
    params: { id: review },
    body: { version: 1 },
    isShared: true,
  }),
  'certifications.revoke': ({ issued }) => ({
    params: { id: issued },
    body: { reason: 'The evidence was forged.' },
    isShared: true,
  }),
  'reviews.giveBack': ({ review }) => ({
    params: { id: review },
    body: { version: 1, reason: 'Attach the minutes.' },
    isShared: true,
  }),
  'reviews.refuse': ({ review }) => ({
    params: { id: review },
    body: { version: 1, reason: 'No evidence.' },
    isShared: true,
  }),
}
