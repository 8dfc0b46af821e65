import { z } from 'zod'
import { ASSESSMENT_STATUSES, MEMBER_ROLES, SHARED_ROLES } from './enumerations.ts'
import { endpoint } from './endpoint.ts'
import { SearchText } from './list.ts'
import { AssessmentScope, FirstScope } from './scope.ts'
import { MOST_ACTIONS } from './list-sizes.ts'
import { ListedStatement } from './listed-statement.ts'
import {
  AssessmentType,
  ById,
  Day,
  Email,
  Id,
  IdText,
  Language,
  Timestamp,
  Year,
} from './fields.ts'

/** Someone of the organisation, by name. */
export const Person = z.object({ id: Id, name: z.string() })
export type Person = z.infer<typeof Person>

export const SharedRole = z.enum(SHARED_ROLES)
export type SharedRole = z.infer<typeof SharedRole>

export const MemberRole = z.enum(MEMBER_ROLES)
export type MemberRole = z.infer<typeof MemberRole>

export const Declined = z.object({
  by: Person,
  reason: z.string(),
  /** Whom they suggest, if that colleague can take part. */
  suggested: Person.extend({ email: z.string() }).nullable(),
})
export type Declined = z.infer<typeof Declined>

/** Who answers an element. Without an assignment the owner does. */
export const Assignment = z.object({
  element_id: Id,
  /** Null: the person left or hasn’t joined. */
  person: Person.nullable(),
  /** The address without an account for which it waits. Until someone joins with it, the owner answers. */
  awaited: z.string().nullable(),
  due_on: z.iso.date().nullable(),
  done_at: Timestamp.nullable(),
  returned_at: Timestamp.nullable(),
  /** For the owner: who gave it back as not theirs. It has no person until the owner chooses one. */
  declined: Declined.nullable(),
})
export type Assignment = z.infer<typeof Assignment>

/** An open question about a statement of the assessment’s content set. Its text is a comment. */
export const Question = z.object({
  id: Id,
  statement_id: Id,
  element_id: Id,
  asked_by: Person,
  /** May answer this statement until the question is resolved. Null: it needs a new person. */
  person: Person.nullable(),
})
export type Question = z.infer<typeof Question>

/** An open question that someone asks the user. The overview has the oldest first. */
export const AskedOfYou = Question.pick({ id: true, asked_by: true }).extend({
  /** Markdown. */
  text: z.string(),
  statement: ListedStatement,
})

/** A shared assessment as one of its people sees it. */
export const SharedForUser = z.object({
  role: SharedRole,
  owner: Person,
  /** Of a certification, who reads everything and answers nothing. */
  approver: Person.nullable(),
  assignments: z.array(Assignment),
  /** Empty for an admin who isn’t one of its people. */
  questions: z.array(Question),
})
export type SharedForUser = z.infer<typeof SharedForUser>

/** A present member. Inactive ones can't sign in, so their elements need a new person. */
export const Member = Person.extend({
  role: MemberRole,
  is_active: z.boolean(),
  /** Elements assigned to them. */
  elements: z.int(),
  /** Open questions asked of them. */
  questions: z.int(),
  /** Planned actions that they are still to do. */
  actions: z.int(),
})
export type Member = z.infer<typeof Member>

/** An address without an account for which elements wait. */
const Awaited = z.object({
  email: z.string(),
  elements: z.int(),
  /** Of an invitation that was neither used nor withdrawn. */
  invitation: z.enum(['open', 'expired']).nullable(),
})
export type Awaited = z.infer<typeof Awaited>

export const People = z.object({
  owner: Person,
  members: z.array(Member),
  awaited: z.array(Awaited),
  /** Elements without a person, since someone left or gave them back. */
  needs_person: z.int(),
  /** Open questions of people who no longer take part. */
  questions_need_person: z.int(),
  /** Planned actions, still to be done, of people who no longer take part. */
  actions_need_person: z.int(),
  approver: Person.nullable(),
})
export type People = z.infer<typeof People>

export const SharedAssessment = People.extend({
  id: Id,
  tenant: z.object({ id: Id, name: z.string() }),
  title: z.string(),
  language: Language,
  year: Year,
  type: AssessmentType,
  status: z.enum(ASSESSMENT_STATUSES),
  /** Answered statements and all. */
  answered: z.int(),
  total: z.int(),
  /** Valid ones and others. */
  certificate: z.object({ number: z.string(), valid_until: z.iso.date() }).nullable(),
})
export type SharedAssessment = z.infer<typeof SharedAssessment>

/** A content set in force that has no shared assessment this year yet. */
const Offered = z.object({
  family_id: Id,
  type: AssessmentType,
  title: z.string(),
  language: Language,
  /** What can be chosen of it, with the choice of the last shared one. Missing without levels and profiles. */
  scope: AssessmentScope.optional(),
})
export type Offered = z.infer<typeof Offered>

const Colleague = Person.extend({ email: z.string() })
export type Colleague = z.infer<typeof Colleague>

/**
 * An address without an account, and how its owner would join: `invite`, you invite them; `ask`, the admins are asked to;
 * `invited`, they already are; `sign_in`, by single sign-on.
 */
const Newcomer = z.object({
  email: z.string(),
  way: z.enum(['invite', 'ask', 'invited', 'sign_in']),
})
export type Newcomer = z.infer<typeof Newcomer>

const Ids = z.array(Id).max(MOST_ACTIONS)
const Listed = z.array(Id)
const Search = z.strictObject({ search: SearchText })
const OfMember = z.strictObject({ id: IdText, userId: IdText })
const OfElement = z.strictObject({ id: IdText, elementId: IdText })

/** `/shared-assessments` for admins; the rest for the owner and admins. */
export const shared = {
  list: endpoint({
    method: 'GET',
    path: '/shared-assessments',
    access: 'company-admin',
    summary: 'List the shared assessments of the visible organisations, newest year first',
    response: z.object({ rows: z.array(SharedAssessment) }),
  }),
  offered: endpoint({
    method: 'GET',
    path: '/shared-assessments/offered',
    access: 'manage-shared-assessments',
    summary: 'List the content sets that the organisation could answer together this year',
    response: z.object({ year: Year, sets: z.array(Offered) }),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/shared-assessments/colleagues',
    access: 'manage-shared-assessments',
    summary: 'Find up to 20 active users who can own or join a shared assessment',
    query: Search,
    response: z.object({ colleagues: z.array(Colleague) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/shared-assessments',
    access: 'manage-shared-assessments',
    summary: 'Create this year’s shared assessment of a content set and type',
    body: z.strictObject({ family_id: Id, type: AssessmentType, owner_id: Id, ...FirstScope }),
    response: z.object({ id: Id }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/assessments/:id/people',
    access: 'access-to-private-area',
    summary: 'Get the owner and the members of a shared assessment',
    params: ById,
    response: People,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/assessments/:id/colleagues',
    access: 'access-to-private-area',
    summary: 'Find up to 20 active users who can join a shared assessment that you can open',
    params: ById,
    query: Search,
    response: z.object({
      colleagues: z.array(Colleague),
      /** For the owner and admins: the search text, if it is an address that no one has. */
      newcomer: Newcomer.nullable(),
    }),
  }),
  setMember: endpoint({
    method: 'PUT',
    path: '/assessments/:id/members/:userId',
    access: 'access-to-private-area',
    summary: 'Add a colleague to a shared assessment, or change their role in it',
    params: OfMember,
    body: z.strictObject({ role: MemberRole }),
    response: People,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/assessments/:id/members/:userId',
    access: 'access-to-private-area',
    summary: 'Remove a member from a shared assessment. Their elements need a new person',
    params: OfMember,
    response: People,
  }),
  setOwner: endpoint({
    method: 'PUT',
    path: '/assessments/:id/owner',
    access: 'access-to-private-area',
    summary: 'Hand a shared assessment over. The previous owner stays as a contributor',
    params: ById,
    body: z.strictObject({ user_id: Id }),
    response: People,
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/assessments/:id/assignments',
    access: 'access-to-private-area',
    summary:
      'Assign elements to a colleague (who becomes a contributor), to an email address without an account, or back to the owner',
    params: ById,
    body: z
      .strictObject({
        element_ids: z.array(Id).min(1).max(1000),
        /** Null: the owner answers them, until someone joins with the address if there is one. */
        user_id: Id.nullable(),
        email: Email.optional(),
        due_on: Day.nullable(),
      })
      .refine(({ user_id, email }) => user_id === null || email === undefined, {
        error: 'Choose a user or an address, not both',
        path: ['email'],
      }),
    response: SharedForUser,
  }),
  moveElements: endpoint({
    method: 'POST',
    path: '/assessments/:id/assignments/moves',
    access: 'access-to-private-area',
    summary:
      'Move the elements, the open questions and the planned actions of one colleague to another',
    params: ById,
    body: z.strictObject({
      /** Null: what needs a new person, or what waits for the address. */
      from_id: Id.nullable(),
      from_email: Email.optional(),
      to_id: Id,
      /** Of these only, such as to undo a move. */
      element_ids: Ids.optional(),
      question_ids: Ids.optional(),
      action_ids: Ids.optional(),
    }),
    response: People.extend({ moved: Listed, moved_questions: Listed, moved_actions: Listed }),
  }),
  done: endpoint({
    method: 'POST',
    path: '/assessments/:id/elements/:elementId/done',
    access: 'access-to-private-area',
    summary: 'Mark an element assigned to you as done',
    params: OfElement,
    response: SharedForUser,
  }),
  returned: endpoint({
    method: 'POST',
    path: '/assessments/:id/elements/:elementId/return',
    access: 'access-to-private-area',
    summary: 'As the owner or an admin, give an element back to the person who marked it done',
    params: OfElement,
    response: SharedForUser,
  }),
}
