import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import {
  NOT_COUNTED,
  actionsHint,
  effortShare,
  effortText,
  gainFormat,
  missingActionsText,
  stepText,
  stepsText,
} from './action-labels.ts'

test('the hint counts actions and names their order, or says why there are none', () => {
  const hint = (input: Partial<ReportSnapshot>) =>
    actionsHint(snapshot([{ gain: 0.1, effort: null }], input))
  expect(hint({})).toBe(
    '34 statements have a gap. Actions are sorted by biggest gain, then least effort. The gain is what an action adds to the overall score, out of 100.',
  )
  expect(actionsHint(snapshot([{ gain: 0.1, effort: 7 }]))).toMatch(
    / out of 100\. The effort is the sum of its steps, each from 1 to 5\.$/,
  )
  expect(actionsHint(snapshot([]), 'element')).toContain('sorted by element, then biggest gain.')
  expect(actionsHint(snapshot([]), 'effort')).toContain(
    'sorted by least effort, then biggest gain.',
  )
  expect(hint({ gap_count: 1 })).toMatch(/^1 statement has a gap/)
  expect(hint({ gap_count: 0 })).toBe(
    'Every statement is where we want it to be, so there is nothing to do.',
  )
  expect(hint({ gap_count: 0, current: null })).toBe(
    'None of the statements apply to us, so there is nothing to do.',
  )
})

test('a step is its text, or the response to reach with its description', () => {
  const step = { action: 'Begin.', label: 'Established', description: 'All do it.' }
  expect(stepText(step)).toBe('Begin.')
  expect(stepText({ ...step, action: '' })).toBe('Reach Established: All do it.')
  expect(stepText({ ...step, action: null, description: null })).toBe('Reach Established')
})

test('an action of several steps says how many, each text once', () => {
  expect(stepsText({ steps: ['Plan it.', 'Do it.', 'Do it.'] })).toBe('in 2 steps')
  expect(stepsText({ steps: ['Plan it.'] })).toBe('')
  expect(stepsText({ steps: [] })).toBe('')
})

test('authors are told how many action texts are missing, and what reports say instead', () => {
  const instead = 'Reports say “Reach” with the response’s name and any description instead.'
  expect(missingActionsText(1)).toBe(`1 response has no action text. ${instead}`)
  expect(missingActionsText(1200)).toBe(`1,200 responses have no action text. ${instead}`)
})

test('gains have the same decimals in the whole report', () => {
  const report = snapshot([{ gain: 0.0041 }, { gain: 0.0007 }, { gain: 0.00001 }, { gain: 0 }])
  expect(report.actions.map(gainFormat(report))).toEqual(['0.41', '0.07', '<0.01', '0'])
})

test('an action of weight 0 is called so', () => {
  expect(NOT_COUNTED).toBe('Not counted')
})

test('effort is the sum of the steps, and its bar a share of the highest', () => {
  const report = snapshot([
    { gain: 0.1, effort: 8 },
    { gain: 0.1, effort: 2 },
    { gain: 0.1, effort: null },
  ])
  expect(report.actions.map(effortText)).toEqual(['8', '2', '–'])
  expect(report.actions.map(effortShare(report))).toEqual([1, 0.25, 0])
})

function snapshot(actions: Partial<ReportAction>[], given: Partial<ReportSnapshot> = {}) {
  return { current: 0.4, gap_count: 34, actions, ...given } as ReportSnapshot
}
