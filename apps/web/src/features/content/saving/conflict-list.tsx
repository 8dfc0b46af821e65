import type { DraftGroup } from 'contract/draft'
import { referenceOf } from 'rules/reference'
import { isolated } from '#core/isolated.ts'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { nameOfField } from '#features/content/editor/field-labels.ts'
import { placeLabel, positionOf, summaryOf } from '#features/content/outline-rows.ts'
import { valueOf, type DraftState, type PartConflict } from './draft-state.ts'
import { resolved } from './newer-versions.ts'
import { differences, isRecord, readAt, type Path } from './path.ts'

export const CONFLICTS = 'conflicts'

/** A panel for each element, or head, of which there are two versions. */
export function ConflictList() {
  const { draft } = useBuilder()
  const state = useDraft((now) => now)
  return state.conflicts.map((conflict, index) => {
    const { elementId, theirs } = conflict
    const own = valueOf(state, elementId)
    const places = differences(own, theirs)
    const { mine, other } = conflict.isOwn ? TABS : AUTHORS
    const side = (version: unknown, whose: 'mine' | 'theirs') => ({
      value: <Version places={places} version={version} state={state} conflict={conflict} />,
      onChoose: () => draft.setState((now) => resolved(now, conflict, whose)),
    })
    return (
      <ConflictPanel
        // oxlint-disable-next-line react/no-array-index-key -- one part can have two
        key={index}
        {...(index === 0 && { id: CONFLICTS })}
        title={titleOf(conflict)}
        conflicts={[
          {
            label: labelOf(state, elementId),
            mine: { ...mine, ...side(own, 'mine') },
            theirs: { ...other, ...side(theirs, 'theirs') },
          },
        ]}
      >
        {conflict.isOwn ? 'The changes in this tab' : 'Your own changes'} are stored on this device.
        Choose which version to save.
      </ConflictPanel>
    )
  })
}

const AUTHORS = { mine: {}, other: {} }
const TABS = {
  mine: { title: 'Changes in this tab', action: 'Keep this version' },
  other: { title: 'Your other changes', action: 'Use the other version' },
}

function titleOf({ elementId, by, isOwn }: PartConflict) {
  const what = elementId === null ? '“About this set”' : 'the same element'
  if (isOwn) return `You changed ${what} in another tab or on another device`
  return `${isolated(by ?? 'Another author')} changed ${what} while you were editing`
}

function labelOf(state: DraftState, elementId: number | null) {
  const title = elementId === null ? '' : summaryOf(state, elementId).title
  return [placeLabel(state, elementId, null), title].filter((text) => text !== '').join(', ')
}

interface VersionProps {
  places: readonly Path[]
  version: unknown
  state: DraftState
  conflict: PartConflict
}

/** The values of a version where it differs from the other one. */
function Version({ places, version, state, conflict }: VersionProps) {
  return (
    <dl className="space-y-2">
      {places.map((path) => (
        <div key={path.join(' ')}>
          <dt className="text-13 text-muted-foreground first-letter:uppercase">
            {fieldLabel(state, conflict, path)}
          </dt>
          <dd>{version === null ? 'Removed' : valueText(readAt(version, path))}</dd>
        </div>
      ))}
    </dl>
  )
}

function fieldLabel(state: DraftState, conflict: PartConflict, path: Path) {
  const { elementId, theirs } = conflict
  const versions = [valueOf(state, elementId), theirs]
  return groupLabel(versions, path) ?? partLabel(state, { elementId, versions }, path)
}

type Versions = { elementId: number | null; versions: readonly unknown[] }

/** "statement 2.1, response 3, action" */
function partLabel(state: DraftState, { elementId, versions }: Versions, path: Path) {
  const position = (steps: Path, step: string) => {
    const lists = versions.map((version) => readAt(version, steps) as { key: string }[] | undefined)
    return Math.max(...lists.map((list) => list?.findIndex(({ key }) => key === step) ?? -1)) + 1
  }
  const responseIn = (steps: Path, response: string, inner: Path) => {
    const at = `response ${position(steps, response)}`
    return inner.length === 0 ? at : `${at}, ${nameOfField(inner.join('.'))}`
  }
  const [list, statement, responses, response, ...inner] = path
  if (list === undefined) return 'whole element'
  if (list === 'responses' && statement !== undefined)
    return responseIn([list], statement, path.slice(2))
  if (elementId === null || list !== 'statements' || statement === undefined)
    return nameOfField(path.join('.'))
  const number = `${positionOf(state, elementId)}.${position([list], statement)}`
  const named = `statement ${referenceOf({ key: statement, number })}`
  if (responses === undefined) return named
  if (response === undefined) return `${named}, ${nameOfField(responses)}`
  return `${named}, ${responseIn([list, statement, responses], response, inner)}`
}

const KINDS = { level: 'scope level', profile: 'profile', tag: 'tag' } as const

/** "scope level 2, group name": its place among groups of its kind. */
function groupLabel(versions: readonly unknown[], [list, key, ...inner]: Path) {
  if (list !== 'groups' || key === undefined) return undefined
  const lists = versions.map((version) => (readAt(version, ['groups']) ?? []) as DraftGroup[])
  const kind = lists.flat().find((group) => group.key === key)?.kind ?? 'tag'
  const places = lists.map((groups) =>
    groups.filter((group) => group.kind === kind).findIndex((group) => group.key === key),
  )
  const named = `${KINDS[kind]} ${Math.max(...places) + 1}`
  return inner.length === 0 ? named : `${named}, ${nameOfField(['groups', ...inner].join('.'))}`
}

function valueText(value: unknown): string {
  if (value === undefined) return 'Not included'
  if (value === null) return 'Empty'
  if (Array.isArray(value)) return value.map(valueText).join('\n') || 'Empty'
  if (isRecord(value)) return valueText(value['text'] ?? value['title'] ?? value['label'])
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return PLAIN[words] ?? words
}

const PLAIN: Record<string, string | undefined> = { '': 'Empty', true: 'Yes', false: 'No' }
