import { randomUUID } from 'node:crypto'
import { aSmallSet } from './factories.ts'
import { type Ids, type MakeSample, type Sample, shared, withId } from './sample.ts'

const SET_FILE = Buffer.from(JSON.stringify(aSmallSet(1, 1))).toString('base64')

/** Permitted calls around content sets, assessments and certification. */
export const contentSamples: Record<string, MakeSample> = {
  'contentSets.create': ({ tenant }) => ({ body: { title: 'Another', tenant_id: tenant } }),
  'contentSets.get': withId('draft'),
  'contentSets.element': ({ draft, draftElement }) => ({
    params: { id: draft, elementId: draftElement },
    foreign: { id: 404, elementId: 404 },
  }),
  'contentSets.addElement': withId('draft', {
    body: {
      element: {
        key: 'another',
        title: 'Another',
        description: '',
        group: '',
        required: true,
        weight: 1,
        reportBands: [],
        statements: [],
      },
      after: null,
    },
  }),
  'contentSets.save': withId('draft', { body: { order: [] } }),
  'contentSets.faults': withId('draft'),
  'contentSets.latestSave': withId('draft'),
  'editions.impact': withId('draft'),
  // The draft has another version.
  'editions.publish': withId('draft', {
    body: { head_version: 7777, what_changed: '', is_minor: false },
    status: 409,
  }),
  'editions.newVersion': withId('contentSet'),
  'editions.history': withId('contentSet'),
  'editions.compare': ({ contentSet }) => ({
    params: { id: contentSet },
    query: { with: String(contentSet) },
    foreign: { id: 404 },
  }),
  'editions.retire': withId('spareSet'),
  // The set has assessments.
  'editions.remove': withId('contentSet', { status: 409 }),
  'editions.preview': withId('contentSet'),
  'editions.previewPdf': withId('contentSet'),
  'editions.copies': withId('template'),
  'editions.copy': ({ template, tenant }) => ({
    params: { id: template },
    body: { tenant_ids: [tenant] },
  }),
  'contentImports.start': ({ tenant }) => ({
    body: { name: 'a set.json', file: SET_FILE, tenant_id: tenant },
    ...shared,
  }),
  'contentImports.get': withId('contentImport', shared),
  'contentImports.accept': withId('contentImport', shared),
  'contentImports.discard': withId('contentImport', shared),
  'contentExports.start': withId('contentSet', { body: { format: 'json' }, ...shared }),
  'contentExports.get': withId('contentExport', shared),
  'contentExports.file': withId('contentExport', shared),

  'assessments.overview': ofYear,
  'assessments.open': ({ year }) => ({ body: { year, type: 'self_assessment' } }),
  'assessments.quiz': ofElement,
  'assessments.save': ({ assessment, open, response }) => ({
    params: { id: assessment },
    body: {
      key: randomUUID(),
      statement_id: open,
      state: 1,
      statement_response_id: response,
      not_applicable_reason: null,
      version: 0,
    },
    // The field is refused: the statement has no such response.
    foreign: { statement_response_id: 400 },
  }),
  'assessments.confirm': ({ assessment, answered }) => ({
    params: { id: assessment },
    body: { statement_id: answered },
  }),
  'assessments.note': ({ assessment, open }) => ({
    params: { id: assessment },
    body: { key: randomUUID(), statement_id: open, note: 'Agreed in May.', version: 0 },
  }),
  // The assessment is on this edition; no other edition is offered.
  'assessments.acceptEdition': ({ assessment, template }) => ({
    params: { id: assessment },
    body: { content_set_id: template },
    foreign: { content_set_id: 409 },
  }),
  'assessments.complete': ofElement,
  'attachments.begin': ({ assessment, open }) => ({
    params: { id: assessment },
    body: { key: randomUUID(), statement_id: open, name: 'minutes.txt', size: 5 },
  }),
  'attachments.piece': withId('uploading', { query: { offset: '0' }, bytes: 'Hello' }),
  'attachments.finish': withId('received'),
  'attachments.content': withId('attachment'),
  'attachments.remove': withId('attachment'),
  'attachments.restore': withId('removed'),
  'reports.list': ({ year }) => ({ query: { year: String(year), type: 'self_assessment' } }),
  'reports.get': withId('report'),
  'reports.pdf': withId('report'),
  'reports.xlsx': withId('report'),
  'reports.csv': withId('report'),
  'dashboard.get': ofYear,
  'find.anything': () => ({ query: { text: 'a' } }),

  'submissions.get': withId('submitted'),
  'submissions.submit': withId('completed'),
  'submissions.withdraw': withId('submitted'),
  'reviews.get': withId('review', shared),
  'reviews.attachment': ({ review, evidence }) => ({
    params: { id: review, attachmentId: evidence },
    ...shared,
    foreign: { id: 404, attachmentId: 404 },
  }),
  'reviews.begin': withId('waiting', shared),
  'reviews.save': ({ review, reviewed, reviewedResponse }) => ({
    params: { id: review },
    body: {
      statement_id: reviewed,
      statement_response_id: reviewedResponse,
      remark: 'The minutes of May say otherwise.',
      version: 1,
    },
    ...shared,
    foreign: { id: 404, statement_id: 404, statement_response_id: 400 },
  }),
  'reviews.giveBack': withId('review', {
    body: { version: 1, reason: 'Attach the minutes.' },
    ...shared,
  }),
  'reviews.refuse': withId('review', { body: { version: 1, reason: 'No evidence.' }, ...shared }),
  'certifications.get': withId('certification'),
  'certifications.pdf': withId('certification'),
  'certifications.reportPdf': withId('certification'),
  'certifications.verify': ({ code }) => ({ params: { code }, ...shared }),
  'certifications.certify': withId('review', { body: { version: 1 }, ...shared }),
  'certifications.revoke': withId('issued', {
    body: { reason: 'The evidence was forged.' },
    ...shared,
  }),
}

function ofYear({ year }: Ids): Sample {
  return { query: { year: String(year) } }
}

function ofElement({ assessment, element }: Ids): Sample {
  return { params: { id: assessment, elementId: element } }
}
