import { expect, test } from 'vitest'
import { leavesOf } from '#testing/leaves-of.ts'
import { operations } from '#testing/operations.ts'
import { testApp } from '#testing/test-app.ts'
import { DAYS, TEXTS, typedJourney } from '#testing/typed-journey.ts'
import { typedPlaces } from '#testing/typed-places.ts'
import { type Typed, isJoined, missingIn } from '#testing/typed-values.ts'

const t = await testApp()
const journey = await typedJourney(t, 'typed')
const places = await typedPlaces(t, journey)
type Place = keyof typeof places

const KEPT: Place[] = ['everything as JSON', 'everything as workbooks', 'archive']
/** What is said about the assessment: its reports have it in every form but CSV, which lists actions only. */
const ANSWERS: Place[] = ['page', 'pdf', 'word', 'xlsx', ...KEPT]
/** Who does what, what they say to each other, and how a review went: no report has it. */
const TEAM: Place[] = ['page', ...KEPT]
const PLAN: Place[] = [...ANSWERS, 'csv']

const word = (text: string): Typed => ({ text, marks: [text] })
/** A day is written in several ways, all with its year, which is nowhere else. */
const day = (text: string) => word(text.slice(0, 4))

/** Not typed or chosen by anyone: what a page sends along with it. */
const KEY = 'the same for each retry'
const VERSION = 'which version was seen'
const WHICH = 'what it is about'
/** Chosen for the moment. */
const MARK = 'a mark to come back to'
const STEP = 'what is done now, such as a mail'
const same = (field: string) => `kept where ${field} is`

type Way = string | { value: Typed; in: Place[] }

/** Where each field is found again. A new field needs a line. */
const FIELDS: Record<string, Way> = {
  'assessments.open.year': WHICH,
  'assessments.open.type': WHICH,
  'assessments.open.set': WHICH,
  'assessments.open.whose': WHICH,
  'assessments.open.level': same('shared.create.level'),
  'assessments.open.profiles': same('shared.create.profiles'),
  'assessments.scope.level': same('shared.create.level'),
  'assessments.scope.profiles': same('shared.create.profiles'),
  'assessments.answer.statement_id': WHICH,
  'assessments.answer.choices.key': KEY,
  'assessments.answer.choices.state': { value: word('HighofA1'), in: [...ANSWERS, 'csv'] },
  'assessments.answer.choices.statement_response_id': {
    // B1 has no gap.
    value: { text: '', marks: ['LowofA1', 'LowofB1'] },
    in: ANSWERS,
  },
  'assessments.answer.choices.not_applicable_reason': { value: TEXTS.reason, in: ANSWERS },
  'assessments.answer.choices.version': VERSION,
  'assessments.confirm.statement_id': WHICH,
  'assessments.note.key': KEY,
  'assessments.note.statement_id': WHICH,
  'assessments.note.note': { value: TEXTS.note, in: [...ANSWERS, 'csv'] },
  'assessments.note.version': VERSION,
  'assessments.acceptEdition.content_set_id': WHICH,
  'outlines.mark.statement_id': WHICH,
  'outlines.mark.is_marked': MARK,
  'shared.create.family_id': WHICH,
  'shared.create.type': WHICH,
  'shared.create.owner_id': { value: word('Annowns'), in: TEAM },
  'shared.create.level': { value: word('Levelchosen'), in: ANSWERS },
  'shared.create.profiles': { value: word('Profilechosen'), in: ANSWERS },
  'shared.setMember.role': { value: word('contributor'), in: TEAM },
  'shared.setOwner.user_id': same('shared.create.owner_id'),
  'shared.assign.element_ids': WHICH,
  'shared.assign.user_id': { value: word('Benassigned'), in: TEAM },
  'shared.assign.email': { value: word('awaitedone'), in: TEAM },
  'shared.assign.due_on': { value: day(DAYS.element), in: TEAM },
  'shared.moveElements.from_id': WHICH,
  'shared.moveElements.from_email': WHICH,
  'shared.moveElements.to_id': same('shared.assign.user_id'),
  'shared.moveElements.element_ids': WHICH,
  'shared.moveElements.question_ids': WHICH,
  'shared.moveElements.action_ids': WHICH,
  'presence.share.element_id': STEP,
  'presence.share.statement_id': STEP,
  'presence.share.seen': VERSION,
  'assignments.decline.reason': { value: TEXTS.declined, in: TEAM },
  'assignments.decline.suggested_id': { value: word('Finnsuggested'), in: TEAM },
  'assignments.remind.user_ids': STEP,
  'assignments.fill.from': STEP,
  'approvals.setApprover.user_id': { value: word('Doraapproves'), in: TEAM },
  'approvals.approve.request': WHICH,
  'approvals.refuse.request': WHICH,
  'approvals.refuse.reason': { value: TEXTS.refusal, in: TEAM },
  'comments.add.key': KEY,
  'comments.add.statement_id': WHICH,
  'comments.add.text': { value: TEXTS.comment, in: TEAM },
  'comments.add.user_id': { value: word('Cleoasked'), in: TEAM },
  'comments.edit.text': same('comments.add.text'),
  'comments.edit.version': VERSION,
  'comments.ask.user_id': same('comments.add.user_id'),
  'plan.add.actions.key': KEY,
  'plan.add.actions.statement_key': WHICH,
  'plan.add.actions.title': { value: TEXTS.action, in: PLAN },
  'plan.add.actions.owner_id': { value: word('Benassigned'), in: PLAN },
  'plan.add.actions.due_on': { value: day(DAYS.action), in: PLAN },
  'plan.add.actions.status': { value: word('dropped'), in: PLAN },
  'plan.add.actions.note': { value: TEXTS.progress, in: PLAN },
  'plan.add.restores': STEP,
  'plan.change.actions.id': WHICH,
  'plan.change.actions.version': VERSION,
  'plan.change.title': same('plan.add.actions.title'),
  'plan.change.owner_id': same('plan.add.actions.owner_id'),
  'plan.change.due_on': same('plan.add.actions.due_on'),
  'plan.change.status': same('plan.add.actions.status'),
  'plan.change.note': same('plan.add.actions.note'),
  'plan.remove.ids': WHICH,
  'attachments.start.key': KEY,
  'attachments.start.statement_id': WHICH,
  'attachments.start.name': { value: TEXTS.file, in: [...ANSWERS, 'csv'] },
  'attachments.start.size': WHICH,
  'reviews.save.statement_id': WHICH,
  'reviews.save.statement_response_id': { value: word('MiddleofA1'), in: ANSWERS },
  'reviews.save.remark': { value: TEXTS.remark, in: ANSWERS },
  'reviews.save.version': VERSION,
  'reviews.flag.statement_id': WHICH,
  'reviews.flag.is_flagged': MARK,
  'reviews.confirm.version': VERSION,
  'reviews.confirm.statement_ids': same('reviews.save.statement_response_id'),
  'reviews.confirm.looked_at': STEP,
  'reviews.returnReview.version': VERSION,
  'reviews.returnReview.reason': { value: TEXTS.returned, in: TEAM },
  'reviews.refuse.version': VERSION,
  'reviews.refuse.reason': { value: TEXTS.refused, in: TEAM },
  'certifications.certify.version': VERSION,
  'certifications.certify.valid_until': { value: day(DAYS.valid), in: ANSWERS },
  'certifications.certify.supersedes': WHICH,
  'certifications.revoke.reason': { value: TEXTS.revoked, in: TEAM },
}

test('every field that someone can type or choose in an assessment, a review or a plan has a decision', () => {
  expect(fields().toSorted()).toEqual(Object.keys(FIELDS).toSorted())
})

const found = Object.entries(FIELDS).flatMap(([field, way]) =>
  typeof way === 'string' ? [] : way.in.map((place) => [field, place, way.value] as const),
)

test.each(found)('%s is found in %s', (_, place, value) => {
  expect(missingIn(places[place], value)).toEqual([])
  expect(value.text.includes('\n') && isJoined(places[place], value)).toBe(false)
})

function fields(): string[] {
  const resources = /^\/(assessments|shared-assessments|attachments|reviews|certifications)\b/
  return operations
    .filter(({ endpoint }) => resources.test(endpoint.path) && !endpoint.notForClient)
    .flatMap(({ name, endpoint }) =>
      endpoint.body ? leavesOf(endpoint.body).map((leaf) => `${name}.${leaf}`) : [],
    )
}
