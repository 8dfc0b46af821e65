import { CONTENT_LIMITS } from 'contract/content-limits'
import type { DraftGroup } from 'contract/draft'
import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { formatList, plural } from 'rules/plural'
import { isolated } from '#core/isolated.ts'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import {
  addGroup,
  groupsIn,
  groupsOfKind,
  moveGroup,
  removeGroup,
  usesOfGroup,
} from '#features/content/saving/group-edits.ts'
import { newKey } from '#features/content/saving/new-parts.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { IconButton } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { DraftArea, DraftText, ListFault } from './draft-fields.tsx'
import { AddButton, Section } from './editor-parts.tsx'
import { fieldId, focusAfterRemoval, focusWhenShown } from './field-context.tsx'
import { GroupKey } from './group-key.tsx'
import { useAllElements } from './use-all-elements.ts'

type Kind = DraftGroup['kind']

const KINDS = {
  level: {
    one: 'scope level',
    title: 'Scope levels',
    hint: 'List the lowest level first. Each level includes all lower levels.',
  },
  profile: {
    one: 'profile',
    title: 'Profiles',
    hint: 'Respondents choose all profiles that apply to them, such as types of organisation.',
  },
  tag: {
    one: 'tag',
    title: 'Tags',
    hint: 'Tags help people find statements. Tags don’t change which statements apply.',
  },
} as const

const ORDER = ['level', 'profile', 'tag'] as const

/** Which statements apply. Not shown until the set has groups. */
export function SetGroups() {
  const { canEdit } = useBuilder()
  const groups = useDraft(groupsIn)
  const [removing, setRemoving] = useState<DraftGroup | null>(null)
  const [rows, setRows] = useState<Readonly<Record<string, string>>>({})
  if (groups.length === 0) return null
  return (
    <Section
      title="Groups"
      hint="Scope levels and profiles decide which statements apply. The person who starts an assessment chooses them. A statement without a level or profile always applies."
    >
      <ListFault field="groups" />
      {ORDER.map((kind) => (
        <Groups
          key={kind}
          kind={kind}
          groups={groups}
          rowOf={(key) => rows[key] ?? key}
          onRename={(from, to) => setRows((now) => ({ ...now, [to]: now[from] ?? from }))}
          onRemove={setRemoving}
        />
      ))}
      {canEdit && <AddGroups kinds={ORDER} />}
      {removing && <RemoveDialog group={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

/** Gives a set without groups its first one. */
export function AddFirstGroup() {
  const { canEdit } = useBuilder()
  const isUsed = useDraft((state) => groupsIn(state).length > 0)
  if (isUsed || !canEdit) return null
  return <AddGroups kinds={ORDER} />
}

function AddGroups({ kinds }: { kinds: readonly Kind[] }) {
  const { apply, draft } = useBuilder()
  const count = useDraft((state) => groupsIn(state).length)
  if (count >= CONTENT_LIMITS.groups) return null

  function add(kind: Kind) {
    apply((state) => addGroup(state, newKey(), kind))
    const field = `groups.${groupsIn(draft.getState()).length - 1}.label`
    focusWhenShown(fieldId(WHOLE_SET, field), 'editor-title')
  }

  const buttons = kinds.map((kind) => (
    <AddButton key={kind} className="" onClick={() => add(kind)}>
      Add {KINDS[kind].one}
    </AddButton>
  ))
  return count === 0 ? buttons : <div className="-ml-3 flex flex-wrap gap-x-2">{buttons}</div>
}

interface GroupsProps {
  kind: Kind
  groups: readonly DraftGroup[]
  /** A row stays the same when its group gets another key, so that a press or a key in it isn't lost. */
  rowOf: (key: string) => string
  onRename: (from: string, to: string) => void
  onRemove: (group: DraftGroup) => void
}

function Groups({ kind, groups, rowOf, onRename, onRemove }: GroupsProps) {
  const found = groupsOfKind(groups, kind)
  if (found.length === 0) return null
  const { title, hint } = KINDS[kind]
  return (
    <div className="mb-4">
      <h4 className="text-14 font-semibold">{title}</h4>
      <p className="mb-1 text-13 text-muted-foreground">{hint}</p>
      <ol className="divide-y">
        {found.map((group, place) => (
          <li key={rowOf(group.key)} className="py-3">
            <GroupRow
              group={group}
              index={groups.indexOf(group)}
              place={place}
              count={found.length}
              onRename={onRename}
              onRemove={() => onRemove(group)}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface GroupRowProps {
  group: DraftGroup
  /** In the set's list. */
  index: number
  /** Among its kind. */
  place: number
  count: number
  onRename: GroupsProps['onRename']
  onRemove: () => void
}

function GroupRow({ group, index, place, count, onRename, onRemove }: GroupRowProps) {
  const { apply, canEdit } = useBuilder()
  const name = `${KINDS[group.kind].one} ${place + 1}`
  const field = `groups.${index}`

  function moveTo(to: number) {
    if (!canEdit || to < 0 || to >= count) return
    apply((state) => moveGroup(state, group.key, to))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(place + (event.key === 'ArrowUp' ? -1 : 1))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <div
      role="group"
      aria-label={name.charAt(0).toUpperCase() + name.slice(1)}
      onKeyDown={onKeyDown}
      className="grid grid-cols-[minmax(0,1fr)_1.75rem] gap-x-2.5 gap-y-3 @lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_1.75rem]"
    >
      <DraftText field={`${field}.label`} label="Name" />
      <GroupKey group={group} index={index} onRename={onRename} />
      {canEdit && (
        <Menu
          trigger={
            <IconButton
              size="xs"
              label={`Actions for ${name}`}
              icon={<Ellipsis />}
              className="col-start-2 row-start-1 -mx-1 mt-6.5 w-9 @lg:col-start-3"
            />
          }
        >
          <MenuItem icon={<ArrowUp />} onSelect={() => moveTo(place - 1)}>
            Move up
          </MenuItem>
          <MenuItem icon={<ArrowDown />} onSelect={() => moveTo(place + 1)}>
            Move down
          </MenuItem>
          <MenuSeparator />
          <MenuItem isDestructive icon={<Trash2 />} onSelect={onRemove}>
            Remove {KINDS[group.kind].one}
          </MenuItem>
        </Menu>
      )}
      <DraftArea
        field={`${field}.description`}
        label="Description"
        isOptional
        rows={1}
        className="field-sizing-content min-h-11"
        fieldClassName="col-start-1 @lg:col-span-2"
      />
      <ListFault field={`${field}.order`} />
    </div>
  )
}

interface RemoveDialogProps {
  group: DraftGroup
  onClose: () => void
}

/** Asks before statements lose a group. */
function RemoveDialog({ group: { key, label, kind }, onClose }: RemoveDialogProps) {
  const { apply, draft } = useBuilder()
  const query = useAllElements()
  const state = useDraft((now) => now)
  const uses = query.isSuccess ? usesOfGroup(state, key) : null

  function remove() {
    apply((now) => removeGroup(now, key))
    onClose()
    focusAfterRemoval('editor-title')
  }

  const removeIfUnused = useEffectEvent(() => {
    const { statements, bands } = usesOfGroup(draft.getState(), key)
    if (statements.length + bands.length === 0) remove()
  })
  useEffect(() => {
    if (query.isSuccess) removeIfUnused()
  }, [query.isSuccess])

  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${label === '' ? `this ${KINDS[kind].one}` : `“${isolated(label)}”`}?`}
      description={
        uses
          ? consequence(kind, uses)
          : query.isPending && `Searching for statements with this ${KINDS[kind].one}.`
      }
      actionLabel={`Remove ${KINDS[kind].one}`}
      isDisabled={!uses}
      onAction={() => uses && remove()}
    >
      {query.error && (
        <QueryError query={query} title="The statements could not be loaded">
          Nothing was removed.
        </QueryError>
      )}
      {query.isPending && <SkeletonRows label="Loading the statements" count={2} />}
    </AlertDialog>
  )
}

const LEVEL_AFTER = 'Statements without a level apply at every level.'
const PROFILE_AFTER = 'Statements without another profile apply in every profile.'

const AFTER = {
  level: { one: LEVEL_AFTER, other: LEVEL_AFTER },
  profile: { one: PROFILE_AFTER, other: PROFILE_AFTER },
  tag: {
    one: 'The tag is removed from this statement. Nothing else changes.',
    other: 'The tag is removed from these statements. Nothing else changes.',
  },
}

function consequence(kind: Kind, { statements, bands }: ReturnType<typeof usesOfGroup>) {
  const ofStatements = plural(statements.length, {
    one: `# statement has this ${KINDS[kind].one}. ${AFTER[kind].one}`,
    other: `# statements have this ${KINDS[kind].one}. ${AFTER[kind].other}`,
  })
  const names = formatList(bands.map((label) => (label === '' ? 'a band' : `“${isolated(label)}”`)))
  if (bands.length === 0) return ofStatements
  return statements.length === 0
    ? `Conditions of ${names} use this ${KINDS[kind].one}. Change these conditions afterwards.`
    : `${ofStatements} Conditions of ${names} also use this ${KINDS[kind].one}. Change these conditions afterwards.`
}
