import type { ImportFindings, ImportChoices } from 'contract/content-imports'
import { READY_SCALES } from 'rules/ready-scales'
import type { GroupInput, ResponseInput, Source, StatementInput } from './conversion.ts'
import { decideGroups, type Decided, groupsKept, keptKey } from './groups-of-file.ts'

/** From this many responses on, results are told as levels. */
const LEVELS = 4

const USUAL_LABELS = READY_SCALES.find(({ name }) => name === 'Yes, partly or no')?.labels ?? []

/** A content set in its format, before it is checked, and what the author is told about it. */
export function buildSet(
  source: Source,
  choices: ImportChoices,
): { input: Record<string, unknown>; findings: ImportFindings } {
  const statements = source.set.elements.flatMap((element) => element.statements)
  const hasGroups = source.groups.length > 0 && statements.some(({ groups }) => groups)
  const decided = hasGroups ? decideGroups(source.groups, statements, choices) : undefined
  const hasOwn = source.responses.length > 0
  const labels = choices.responses ?? USUAL_LABELS
  const responses = hasOwn ? source.responses : responsesOf(labels)
  const findings: ImportFindings = {
    kind: source.kind,
    recognised: source.recognised,
    ...source.notes.listed(),
    needs: null,
    asks: asksOf(source, { hasOwn, hasGroups }),
    choices: {
      ...source.chosen,
      ...(!hasOwn && { responses: [...labels] }),
      ...(decided && { groups: decided.kind, order: decided.order }),
    },
    undecided: undecidedIn(choices, { hasOwn, hasGroups }),
    languages: source.languages ?? [],
    groups: decided ? countedGroups(source.groups, statements) : [],
    table: source.table ?? null,
  }
  return { input: inputOf(source, responses, decided), findings }
}

function inputOf(source: Source, responses: ResponseInput[], decided: Decided | undefined) {
  const { elements, ...set } = source.set
  const groups = decided && groupsOf(source, decided)
  return {
    format: 'content-set/1',
    ...set,
    ...(isLevels(responses) && { scale: responses.map(({ label }) => label) }),
    responses,
    ...(groups && { groups }),
    elements: elements.map(({ statements, ...element }) => ({
      ...element,
      statements: statements.map(({ groups: named, ...statement }) => ({
        ...statement,
        groups: decided && groupsKept({ groups: named }, decided),
      })),
    })),
  }
}

function countedGroups(groups: readonly GroupInput[], statements: readonly StatementInput[]) {
  const named = statements.flatMap((one) => one.groups ?? [])
  const counts = Map.groupBy(named, (key) => key)
  return groups.map(({ key, label }) => ({ key, label, statements: counts.get(key)?.length ?? 0 }))
}

type Has = { hasOwn: boolean; hasGroups: boolean }

function asksOf({ offers = [], languages = [], table }: Source, { hasOwn, hasGroups }: Has) {
  const asks: ImportFindings['asks'] = [...offers]
  if (table) asks.unshift('columns')
  if (languages.length > 1) asks.push('language')
  if (!hasOwn) asks.push('responses')
  if (hasGroups) asks.push('groups')
  return asks
}

/** What is only suggested. */
function undecidedIn(choices: ImportChoices, { hasOwn, hasGroups }: Has) {
  const undecided: ImportFindings['undecided'] = []
  if (!hasOwn && !choices.responses) undecided.push('responses')
  if (hasGroups && !choices.groups) undecided.push('groups')
  return undecided
}

function responsesOf(labels: readonly string[]): ResponseInput[] {
  return labels.map((label, index) => ({ key: String(index + 1), label, value: index + 1 }))
}

/** Names of levels have no “>”, which separates them in a workbook. */
function isLevels(responses: readonly ResponseInput[]) {
  const lowest = responses[0]?.value
  return (
    responses.length >= LEVELS &&
    (lowest === 0 || lowest === 1) &&
    responses.every(
      ({ value, label }, index) => value === lowest + index && !label.includes('>'),
    ) &&
    new Set(responses.map(({ label }) => label)).size === responses.length
  )
}

function groupsOf({ groups }: Source, { kind, order }: Decided) {
  if (kind === 'none') return undefined
  return groups
    .toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key))
    .map(({ key, label, description }, index) => ({
      key: keptKey(key),
      label,
      description,
      kind,
      ...(kind === 'level' && { order: index + 1 }),
    }))
}
