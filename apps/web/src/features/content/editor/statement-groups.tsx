import { useId } from 'react'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { partEdit, statementAt } from '#features/content/saving/draft-edits.ts'
import { pathIn } from '#features/content/saving/draft-state.ts'
import { choosing, groupsIn, groupsOfKind } from '#features/content/saving/group-edits.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { fieldId, useFieldError, usePlace } from './field-context.tsx'

const NONE: readonly string[] = []

/** Where a statement applies, in a set with groups. */
export function StatementGroups() {
  const { apply, canEdit } = useBuilder()
  const place = usePlace()
  const groups = useDraft(groupsIn)
  const named = useDraft((state) => statementAt(state, place)?.groups) ?? NONE
  const levels = groupsOfKind(groups, 'level')
  const level = levels.find(({ key }) => named.includes(key))?.key ?? ''
  const unknown = named.flatMap((key, index) =>
    groups.some((group) => group.key === key) ? [] : [{ key, index }],
  )
  if (groups.length === 0 && unknown.length === 0) return null

  function change(by: Parameters<typeof choosing>[2]) {
    apply((state) => {
      const now = statementAt(state, place)?.groups ?? []
      return partEdit(state, place, pathIn(place, 'groups'), choosing(groupsIn(state), now, by))
    })
  }

  const toggle = (key: string, isOn: boolean) => change(isOn ? { add: key } : { remove: [key] })
  return (
    <section aria-label="Groups of this statement" className="mt-4 space-y-3">
      {levels.length > 0 && (
        <SelectField
          id={fieldId(place, 'groups')}
          label="Scope level"
          hint="The lowest level at which this statement applies"
          fieldClassName="max-w-sm"
          disabled={!canEdit}
          value={level}
          options={[
            { value: '', label: 'Every level' },
            ...levels.map(({ key, label }) => ({ value: key, label: label || 'Untitled level' })),
          ]}
          onChange={({ target }) =>
            change({
              add: target.value === '' ? undefined : target.value,
              remove: levels.map(({ key }) => key),
            })
          }
        />
      )}
      {(['profile', 'tag'] as const).map((kind) => (
        <Choices
          key={kind}
          {...KINDS[kind]}
          isReadOnly={!canEdit}
          groups={groupsOfKind(groups, kind)}
          named={named}
          onToggle={toggle}
        />
      ))}
      {unknown.map(({ key, index }) => (
        <UnknownGroup key={key} name={key} index={index} onRemove={() => toggle(key, false)} />
      ))}
    </section>
  )
}

const KINDS = {
  profile: {
    title: 'Profiles',
    hint: 'Choose none if this statement applies in every profile',
    untitled: 'Untitled profile',
  },
  tag: { title: 'Tags', hint: '', untitled: 'Untitled tag' },
}

interface ChoicesProps {
  title: string
  hint: string
  untitled: string
  isReadOnly: boolean
  groups: readonly { key: string; label: string }[]
  named: readonly string[]
  onToggle: (key: string, isOn: boolean) => void
}

function Choices({ title, hint, untitled, isReadOnly, groups, named, onToggle }: ChoicesProps) {
  const id = useId()
  if (groups.length === 0) return null
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="text-14 font-medium">
        {title}
        {hint && <span className="ml-3 text-13 font-normal text-muted-foreground">{hint}</span>}
      </p>
      <div className="flex flex-wrap gap-x-6">
        {groups.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={<bdi>{label || untitled}</bdi>}
            checked={named.includes(key)}
            disabled={isReadOnly}
            onChange={({ target }) => onToggle(key, target.checked)}
          />
        ))}
      </div>
    </div>
  )
}

interface UnknownGroupProps {
  name: string
  index: number
  onRemove: () => void
}

const GONE = 'This group is no longer in the content set.'

/** Of a group that another author removed. */
function UnknownGroup({ name, index, onRemove }: UnknownGroupProps) {
  const { canEdit } = useBuilder()
  const place = usePlace()
  const field = `groups.${index}`
  const fault = useFieldError(field)
  return (
    <Checkbox
      id={fieldId(place, field)}
      label={<bdi>{name}</bdi>}
      checked
      disabled={!canEdit}
      error={fault ?? (canEdit ? `${GONE} Untick the group.` : GONE)}
      onChange={onRemove}
    />
  )
}
