import { randomUUID } from 'node:crypto'
import { aSmallSet } from './factories.ts'
import type { Ids } from './tenant-fixture.ts'

export type Sample = {
  params?: Record<string, number | string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The payload of an endpoint that takes bytes. */
  bytes?: string
  /** The status of a permitted call. By default the contract decides. */
  status?: number
  /** Everyone who may call it may also name ids of colleagues. */
  isShared?: true
  /** The status for a foreign id in this field. The default is 404, for a god-admin the permitted one. */
  foreign?: Record<string, number>
}

/** `ids` names the rows of path parameters that differ from the resource’s own. */
export type Example = Sample & { ids?: Record<string, keyof Ids> }
export type Examples = Record<string, Example | ((ids: Ids) => Example)>

export const shared = { isShared: true } as const

const SET_FILE = Buffer.from(JSON.stringify(aSmallSet(1, 1))).toString('base64')

const TEXTS = { key: 'another', title: 'Another', description: '', group: '' }
const ELEMENT = { ...TEXTS, required: true, weight: 1, reportBands: [], statements: [] }

/** Permitted calls around content sets, assessments and certification. */
export const contentSamples: Examples = {
  'contentSets.create': ({ tenant }) => ({ body: { title: 'Another', tenant_id: tenant } }),
  'contentSets.element': {
    ids: { elementId: 'draftElement' },
    foreign: { id: 404, elementId: 404 },
  },
  'contentSets.addElement': { body: { element: ELEMENT, after: null } },
  'contentSets.save': { body: { order: [] } },
  'editions.impact': { ids: { id: 'draft' } },
  // The draft has another version.
  'editions.publish': {
    ids: { id: 'draft' },
    body: { head_version: 7777, what_changed: '', is_minor: false },
    status: 409,
  },
  'editions.compare': ({ contentSet }) => ({
    query: { with: String(contentSet) },
    foreign: { id: 404 },
  }),
  'editions.retire': { ids: { id: 'spareSet' } },
  // The set has assessments.
  'editions.remove': { status: 409 },
  'editions.copies': { ids: { id: 'template' } },
  'editions.copy': ({ tenant }) => ({ ids: { id: 'template' }, body: { tenant_ids: [tenant] } }),
  // An organisation’s own set is no template.
  'templates.get': { status: 404 },
  'templates.copy': { status: 404 },
  'contentImports.start': ({ tenant }) => ({
    body: { name: 'a set.json', file: SET_FILE, tenant_id: tenant },
  }),
  // The file is in our format, so there is nothing to choose.
  'contentImports.choose': { body: { choices: {} }, status: 409 },
  'contentExports.start': { ids: { id: 'contentSet' }, body: { format: 'json' } },
  'contentExports.sample': { query: { format: 'json' } },

  'questions.xlsx': ({ year }) => ({ query: { year: String(year), type: 'self_assessment' } }),
  'questions.pdf': ({ year }) => ({ query: { year: String(year), type: 'self_assessment' } }),
  // The file is no workbook.
  'questions.answer': ({ year }) => ({
    body: { year, type: 'self_assessment', file: '' },
    status: 400,
  }),
  'assessments.overview': ofYear,
  'assessments.open': ({ year }) => ({ body: { year, type: 'self_assessment' } }),
  'assessments.scope': { body: { level: null, profiles: null } },
  'assessments.save': ({ open, response }) => ({
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
  'assessments.answer': ({ open, response }) => ({
    body: {
      statement_id: open,
      choices: [
        {
          key: randomUUID(),
          state: 1,
          statement_response_id: response,
          not_applicable_reason: null,
          version: 0,
        },
      ],
    },
  }),
  'assessments.confirm': ({ answered }) => ({ body: { statement_id: answered } }),
  'outlines.mark': ({ answered }) => ({ body: { statement_id: answered, is_marked: true } }),
  'assessments.note': ({ open }) => ({
    body: { key: randomUUID(), statement_id: open, note: 'Agreed in May.', version: 0 },
  }),
  // The assessment is on this edition; no other edition is offered.
  'assessments.acceptEdition': ({ template }) => ({
    body: { content_set_id: template },
    foreign: { content_set_id: 409 },
  }),
  'attachments.start': ({ open }) => ({
    ids: { id: 'assessment' },
    body: { key: randomUUID(), statement_id: open, name: 'minutes.txt', size: 5 },
  }),
  'attachments.piece': { ids: { id: 'uploading' }, query: { offset: '0' }, bytes: 'Hello' },
  'attachments.finish': { ids: { id: 'received' } },
  'attachments.restore': { ids: { id: 'removed' } },
  'reports.list': ({ year }) => ({ query: { year: String(year), type: 'self_assessment' } }),
  'dashboard.get': ofYear,
  'find.anything': { query: { text: 'a' } },

  'submissions.submit': { ids: { id: 'completed' } },
  'reviews.attachment': { foreign: { id: 404, attachmentId: 404 } },
  'reviews.start': { ids: { id: 'waiting' } },
  'reviews.save': ({ reviewed, reviewedResponse }) => ({
    body: {
      statement_id: reviewed,
      statement_response_id: reviewedResponse,
      remark: 'The minutes of May say otherwise.',
      version: 1,
    },
    foreign: { id: 404, statement_id: 404, statement_response_id: 400 },
  }),
  'reviews.flag': ({ reviewed }) => ({
    body: { statement_id: reviewed, is_flagged: true },
    foreign: { id: 404, statement_id: 404 },
  }),
  // Every statement has a certified response already.
  'reviews.confirm': ({ reviewed }) => ({
    body: { version: 1, statement_ids: [reviewed] },
    status: 400,
    foreign: { id: 404, statement_ids: 404 },
  }),
  'reviews.returnReview': { body: { version: 1, reason: 'Attach the minutes.' } },
  'reviews.refuse': { body: { version: 1, reason: 'No evidence.' } },
  'certifications.verify': shared,
  'certifications.certify': { ids: { id: 'review' }, body: { version: 1 }, ...shared },
  'certifications.revoke': {
    ids: { id: 'issued' },
    body: { reason: 'The evidence was forged.' },
    ...shared,
  },
}

function ofYear({ year }: Ids): Sample {
  return { query: { year: String(year) } }
}
