import type { Ids, Sample } from './samples.ts'

const ELEMENT = {
  key: 'another',
  title: 'Another',
  description: '',
  group: '',
  required: true,
  weight: 1,
  reportBands: [],
  statements: [],
}

/** Rightful calls around content sets. */
export const contentSamples: Record<string, (ids: Ids) => Sample> = {
  'contentSets.list': () => ({}),
  'contentSets.create': ({ tenant }) => ({ body: { title: 'Another', tenant_id: tenant } }),
  'contentSets.get': ({ draft }) => ({ params: { id: draft } }),
  // An element is one set's: named with another, it is not there.
  'contentSets.element': ({ draft, draftElement }) => ({
    params: { id: draft, elementId: draftElement },
    foreign: { id: 404, elementId: 404 },
  }),
  'contentSets.addElement': ({ draft }) => ({
    params: { id: draft },
    body: { element: ELEMENT, after: null },
  }),
  'contentSets.save': ({ draft }) => ({ params: { id: draft }, body: { order: [] } }),
  'contentSets.faults': ({ draft }) => ({ params: { id: draft } }),
  'contentSets.latestSave': ({ draft }) => ({ params: { id: draft } }),
  'editions.impact': ({ draft }) => ({ params: { id: draft } }),
  // Nobody has seen such a draft: what stands is kept.
  'editions.publish': ({ draft }) => ({
    params: { id: draft },
    body: { head_version: 7777, what_changed: '', is_minor: false },
    status: 409,
  }),
  'editions.newVersion': ({ contentSet }) => ({ params: { id: contentSet } }),
  'editions.history': ({ contentSet }) => ({ params: { id: contentSet } }),
  'editions.compare': ({ contentSet }) => ({
    params: { id: contentSet },
    query: { with: String(contentSet) },
    foreign: { id: 404 },
  }),
  'editions.retire': ({ spareSet }) => ({ params: { id: spareSet } }),
  // It is used.
  'editions.remove': ({ contentSet }) => ({ params: { id: contentSet }, status: 409 }),
  'editions.preview': ({ contentSet }) => ({ params: { id: contentSet } }),
  'editions.previewPdf': ({ contentSet }) => ({ params: { id: contentSet } }),
  'editions.copies': ({ template }) => ({ params: { id: template } }),
  'editions.copy': ({ template, tenant }) => ({
    params: { id: template },
    body: { tenant_ids: [tenant] },
  }),
}
