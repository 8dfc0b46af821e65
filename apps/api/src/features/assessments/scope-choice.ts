import type { AssessmentScope } from 'contract/scope'
import {
  type Scope as ChosenScope,
  type ScopeGroups,
  choiceOfScope,
  scopeIn,
  scopeOfChoice,
  scopeText,
} from 'rules/scope'
import { stateOf } from 'rules/answer-state'
import { ApiError } from '#core/errors.ts'
import type { Edition } from '#features/content/edition.ts'
import type { SavedAnswers } from '#features/assessments/assessments.queries.ts'
import { WHOLE, scopeGroupsOf } from '#features/assessments/edition-for.ts'

export type Wanted = {
  level?: string | null | undefined
  profiles?: readonly string[] | null | undefined
}

/** The scope of a wanted choice. What isn't said is as in `before`, as far as the set has it. */
export function scopeOf(
  { set }: Pick<Edition, 'set'>,
  { level, profiles }: Wanted,
  before: ChosenScope = WHOLE,
): ChosenScope {
  const groups = scopeGroupsOf(set)
  const known = choiceOfScope(scopeIn(groups, before))
  const levels = level === undefined || level === null ? [] : [level]
  requireKnown('level', levels, groups.levels)
  requireKnown('profiles', profiles ?? [], groups.profiles)
  return scopeOfChoice(groups, {
    level: level === undefined ? known.level : level,
    profiles: profiles === undefined ? known.profiles : inOrder(groups, profiles),
  })
}

/** Each once and in the order of the set, so that the same choice is always the same text. */
function inOrder({ profiles }: ScopeGroups, chosen: readonly string[] | null) {
  return chosen && profiles.flatMap(({ key }) => (chosen.includes(key) ? key : []))
}

function requireKnown(
  field: 'level' | 'profiles',
  keys: readonly string[],
  known: ScopeGroups['levels'],
) {
  const unknown = keys.find((key) => !known.some((one) => one.key === key))
  if (unknown === undefined) return
  const what = field === 'level' ? 'level' : 'profile'
  const message =
    known.length === 0
      ? `This content set has no ${what}s, so leave out the ${what}`
      : `This content set has no ${what} “${unknown.slice(0, 50)}”. Choose from: ${known.map(({ key }) => key).join(', ')}`
  throw new ApiError('invalid-input', `${message}.`, { fields: { [field]: message } })
}

/** What can be chosen and what is. Null for a set without levels and profiles. */
export function scopeShown(
  edition: Pick<Edition, 'set' | 'statements'>,
  chosen: ChosenScope,
  answers: SavedAnswers['answers'],
  canChange: boolean,
): AssessmentScope | null {
  const groups = scopeGroupsOf(edition.set)
  if (groups.levels.length + groups.profiles.length === 0) return null
  const scope = scopeIn(groups, chosen)
  const choice = choiceOfScope(scope)
  return {
    chosen: { level: choice.level, profiles: choice.profiles && [...choice.profiles] },
    text: scopeText(groups, scope),
    can_change: canChange,
    levels: groups.levels.map(shown),
    profiles: groups.profiles.map(shown),
    parts: partsOf(edition, answers),
  }
}

function shown({ key, label, description }: ScopeGroups['levels'][number]) {
  return { key, label, description: description ?? null }
}

function partsOf({ statements }: Pick<Edition, 'statements'>, answers: SavedAnswers['answers']) {
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  const alike = Map.groupBy(statements, ({ level_key, profile_keys }) =>
    JSON.stringify([level_key, profile_keys]),
  )
  return [...alike.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { level_key, profile_keys } = first
    const answered = some.filter(({ id }) => stateOf(byStatement.get(id)) !== 'open')
    return { level_key, profile_keys, statements: some.length, answered: answered.length }
  })
}
