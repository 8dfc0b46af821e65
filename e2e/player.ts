import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { THIS_YEAR } from 'api/testing/factories'
import { expect } from './fixtures.ts'

type Level = 'Starting' | 'Developing' | 'Established' | 'Leading'

/** The page of one element. */
export function playerOn(page: Page) {
  return {
    page,
    now: (level: Level) => page.getByRole('radio', { name: `${level} Where are we now?` }),
    future: (level: Level) => page.getByRole('radio', { name: `${level} Where do we want to be?` }),
    /** The future response that equals the current one. */
    same: page.getByRole('button', { name: 'Same as now' }),
    next: page.getByRole('button', { name: 'Next' }),
    previous: page.getByRole('button', { name: 'Previous' }),
    check: page.getByRole('button', { name: 'Check your answers' }),
    complete: page.getByRole('button', { name: 'Complete' }),
    /** Instead of Complete, on the last required element. */
    createReport: page.getByRole('button', { name: 'Create report' }),
    notYet: page.getByRole('link', { name: 'Not yet' }),
    overview: page.getByRole('link', { name: 'Overview' }),
    doesNotApply: page.getByRole('checkbox', { name: 'Does not apply to us' }),
    reason: page.getByRole('textbox', { name: 'Why doesn’t this statement apply?' }),
    notes: page.getByRole('textbox', { name: 'Notes' }),
    at: (position: string) =>
      expect(
        page.getByRole('contentinfo').getByText(new RegExp(`^Statement ${position}`)),
      ).toBeVisible(),
    /** What the save indicator announces. */
    showsStatus: (words: string) =>
      expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1),
  }
}

/** From the overview into the next element. */
export async function start(page: Page, label: 'Start' | 'Continue' = 'Start') {
  const next = page.getByRole('region', { name: 'Your next step' })
  await next
    .getByRole('button', { name: label })
    .or(next.getByRole('link', { name: label }))
    .click()
  const player = playerOn(page)
  await player.at(String.raw`\d of \d`)
  return player
}

export async function anElement(db: Db, contentSetId: number): Promise<number> {
  const elements = db.selectFrom('elements').select('id').where('content_set_id', '=', contentSetId)
  return (await elements.executeTakeFirstOrThrow()).id
}

type SavedAnswer = { statement: string; state: number; level: string | null; reason: string | null }

/** The user's stored answers of this year, in the order of the statements. */
export async function savedAnswers(db: Db, userId: number): Promise<SavedAnswer[]> {
  return await db
    .selectFrom('responses as r')
    .innerJoin('assessments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.assessment_id'),
    )
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.statement_id'),
    )
    .leftJoin('statement_responses as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.statement_response_id'),
    )
    .select([
      's.key as statement',
      'r.state',
      'c.label as level',
      'r.not_applicable_reason as reason',
    ])
    .where('a.user_id', '=', userId)
    .where('a.year', '=', THIS_YEAR)
    .orderBy('s.id')
    .orderBy('r.state')
    .execute()
}
