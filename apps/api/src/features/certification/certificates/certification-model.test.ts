import * as fc from 'fast-check'
import { certifications } from 'contract/certifications'
import { reviews } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { expect, test } from 'vitest'
import { aBandedSet, anAuditor } from '#testing/certifying.ts'
import { type TestUser, aContentSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

/** The expected state of one assessment of one element with two statements. */
type Model = {
  status: 'in_progress' | 'completed' | 'in_review' | 'returned' | 'certified'
  review: 'none' | 'submitted' | 'started' | 'ended'
  isComplete: boolean
  reviewed: Set<number>
  certificate: 'none' | 'issued' | 'revoked'
  steps: number
}

type Real = {
  user: TestUser
  assessment: number
  review: number
  version: number
  statements: { id: number; element: number; versions: number; response: number }[]
  noteVersion: number
  certificate: number
}

const t = await testApp({ works: false })
const acme = await aTenant(t.db)
const { elements, ...set } = aBandedSet()
const file = { ...set, elements: elements.slice(0, 1) }
const contentSetId = await aContentSet(t.db, { tenant: acme, file })
const auditor = await anAuditor(t.db, acme, { email: 'ada@example.org' })

type Outcome = '200' | '400' | '403' | `409 ${string}`
type Step = {
  expected: (model: Model) => Outcome
  run: (real: Real) => Promise<{ status: number; code: string | undefined; body: unknown }>
  next?: (model: Model, real: Real, body: unknown) => void
}

const isClosed = ({ status }: Model) => status === 'in_review' || status === 'certified'
const unlessClosed = (model: Model): Outcome => (isClosed(model) ? '409 assessment-closed' : '200')
const onlyStarted = ({ review }: Model): Outcome => (review === 'started' ? '200' : '409 conflict')
const ada = () => t.as(auditor)
const readVersion = (real: Real, body: unknown) => {
  real.version = reviews.start.response.parse(body).version
}

const STEPS: Record<string, Step> = {
  edit: {
    expected: unlessClosed,
    run: ({ user, assessment, statements, noteVersion }) =>
      t.as(user).put(`/assessments/${assessment}/notes`, {
        key: crypto.randomUUID(),
        statement_id: statements[0]?.id,
        note: 'Agreed.',
        version: noteVersion,
      }),
    next: (model, real) => {
      real.noteVersion += 1
      model.isComplete = false
      if (model.status === 'completed') model.status = 'in_progress'
    },
  },
  complete: {
    expected: unlessClosed,
    run: ({ user, assessment, statements }) =>
      t.as(user).post(`/assessments/${assessment}/elements/${statements[0]?.element}/completion`),
    next: (model) => {
      if (!model.isComplete) model.status = 'completed'
      model.isComplete = true
    },
  },
  'certify oneself': {
    expected: () => '400',
    run: ({ user, assessment, statements }) =>
      t.as(user).put(`/assessments/${assessment}/responses`, {
        key: crypto.randomUUID(),
        statement_id: statements[0]?.id,
        state: 3,
        statement_response_id: statements[0]?.response,
        not_applicable_reason: null,
        version: 0,
      }),
  },
  submit: {
    expected: ({ status, isComplete }) => {
      if (status === 'certified') return '409 assessment-closed'
      return status === 'in_review' || isComplete ? '200' : '409 submission-incomplete'
    },
    run: ({ user, assessment }) => t.as(user).post(`/assessments/${assessment}/submission`),
    next: (model) => {
      if (model.status === 'in_review') return
      model.status = 'in_review'
      model.review = 'submitted'
      model.steps += 1
    },
  },
  withdraw: {
    expected: ({ status, review }) => {
      if (status === 'certified') return '409 assessment-closed'
      return review === 'started' ? '409 conflict' : '200'
    },
    run: ({ user, assessment }) => t.as(user).delete(`/assessments/${assessment}/submission`),
    next: (model) => {
      if (model.review !== 'submitted') return
      model.status = 'completed'
      model.review = 'ended'
      model.steps += 1
    },
  },
  begin: {
    expected: ({ review }) => (review === 'submitted' ? '200' : '409 conflict'),
    run: ({ review }) => ada().post(`/reviews/${review}/start`),
    next: (model, real, body) => {
      readVersion(real, body)
      // Responses of the last round are kept, because the answers haven't changed.
      for (const statement of real.statements)
        statement.versions = model.reviewed.has(statement.id) ? 1 : 0
      model.review = 'started'
      model.steps += 1
    },
  },
  'review the first': reviewing(0),
  'review the second': reviewing(1),
  'return on an old version': {
    expected: () => '409 conflict',
    run: ({ review, version }) =>
      ada().post(`/reviews/${review}/return`, { version: version + 1, reason: 'Fix it.' }),
  },
  return: ending('return', 'returned'),
  refuse: ending('refusal', 'completed'),
  certify: {
    expected: ({ review, reviewed }) => {
      if (review !== 'started') return '409 conflict'
      return reviewed.size < 2 ? '409 review-incomplete' : '200'
    },
    run: ({ review, version }) => ada().post(`/reviews/${review}/certificate`, { version }),
    next: (model, real, body) => {
      end(model, 'certified')
      model.certificate = 'issued'
      real.certificate = certifications.certify.response.parse(body).certification.id
    },
  },
  revoke: {
    expected: ({ certificate }) => (certificate === 'issued' ? '200' : '409 conflict'),
    run: ({ certificate }) =>
      ada().post(`/certifications/${certificate}/revocation`, { reason: 'Forged.' }),
    next: (model) => {
      model.certificate = 'revoked'
      model.steps += 1
    },
  },
}

function reviewing(index: number): Step {
  return {
    expected: onlyStarted,
    run: ({ review, statements }) => {
      const { id, response, versions } = statements[index] ?? { id: 0, response: 0, versions: 0 }
      return ada().put(`/reviews/${review}/responses`, {
        statement_id: id,
        statement_response_id: response,
        remark: null,
        version: versions,
      })
    },
    next: (model, real, body) => {
      const statement = real.statements[index]
      if (!statement) return
      statement.versions += 1
      model.reviewed.add(statement.id)
      real.version = reviews.save.response.parse(body).review.version
    },
  }
}

function ending(path: string, status: Model['status']): Step {
  return {
    expected: onlyStarted,
    run: ({ review, version }) =>
      ada().post(`/reviews/${review}/${path}`, { version, reason: 'Fix it.' }),
    next: (model) => end(model, status),
  }
}

function end(model: Model, status: Model['status']) {
  model.status = status
  model.review = 'ended'
  model.steps += 1
}

const NEEDS_REVIEW = /^(begin|review|return|refuse|certify$)/

function commandOf(name: string, step: Step): fc.AsyncCommand<Model, Real> {
  return {
    check: (model) => {
      if (name === 'revoke') return model.certificate !== 'none'
      return !NEEDS_REVIEW.test(name) || model.review !== 'none'
    },
    run: async (model, real) => {
      const expected = step.expected(model)
      const { status, code, body } = await step.run(real)
      const outcome = status === 409 ? `${status} ${code}` : String(status)
      expect(outcome, name).toBe(expected)
      if (status === 200) step.next?.(model, real, body)
      await compare(model, real)
    },
    toString: () => name,
  }
}

async function compare(model: Model, real: Real) {
  const { body } = await t.as(real.user).get(`/assessments/${real.assessment}/submission`)
  const seen = submissions.get.response.parse(body)
  expect([seen.status, seen.history.length]).toEqual([model.status, model.steps])
  const rows = await t.sql<{ review: number | null; certified: number; issued: number }>`
    select (select max(id) from reviews where assessment_id = ${real.assessment}) as review,
      (select count(*)::int from responses where assessment_id = ${real.assessment} and state = 3) as certified,
      (select count(*)::int from certifications where assessment_id = ${real.assessment}) as issued`
  real.review = rows[0]?.review ?? 0
  const isCertified = model.status === 'certified'
  expect([rows[0]?.certified, rows[0]?.issued]).toEqual(isCertified ? [2, 1] : [0, 0])
}

const START = { status: 'completed', review: 'none', isComplete: true, steps: 0 } as const

async function begin(): Promise<{ model: Model; real: Real }> {
  const user = await aUser(t.db, { tenant: acme })
  const assessment = await anAssessment(t.db, { user, contentSetId, type: 'certification' })
  const rows = await t.sql<{ id: number; element: number; response: number }>`
    select r.statement_id as id, s.element_id as element, r.statement_response_id as response
     from responses r join statements s on s.id = r.statement_id where assessment_id = ${assessment} and state = 1 order by 1`
  return {
    model: { ...START, certificate: 'none', reviewed: new Set() },
    real: {
      user,
      assessment,
      review: 0,
      version: 1,
      statements: rows.map((row) => ({ ...row, versions: 0 })),
      noteVersion: 0,
      certificate: 0,
    },
  }
}

test('an assessment only takes allowed steps, whatever respondent and auditor do', async () => {
  const commands = Object.entries(STEPS).map(([name, step]) => fc.constant(commandOf(name, step)))
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (run) => {
      const start = await begin()
      await fc.asyncModelRun(() => start, run)
    }),
    { numRuns: rounds(10, 200) },
  )
}, 120_000)

test('submitting, reviewing and certifying gives a certificate that can be revoked', async () => {
  const start = await begin()
  const names = ['submit', 'begin', 'review the first', 'review the second', 'certify', 'revoke']
  await fc.asyncModelRun(
    () => start,
    [...names, ...Object.keys(STEPS)].map((name) => {
      const step = STEPS[name]
      if (!step) throw new Error(`There is no ${name}.`)
      return commandOf(name, step)
    }),
  )
  expect(start.model).toMatchObject({ status: 'certified', certificate: 'revoked' })
})
