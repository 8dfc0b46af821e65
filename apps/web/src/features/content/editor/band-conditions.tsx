import type { DraftCertificationBand, DraftElementBand } from 'contract/draft'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { isolated } from '#core/isolated.ts'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { groupsIn, groupsOfKind } from '#features/content/saving/group-edits.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { DraftNumber, NumberFaults } from './draft-fields.tsx'
import { fieldId, focusAfterRemoval, useField } from './field-context.tsx'

type Conditional = DraftCertificationBand | DraftElementBand

interface BandConditionsProps<Band extends Conditional> {
  /** `certificationBands.1` */
  field: string
  band: Band
  onChange: (next: Band) => void
}

/** What a band asks for besides least scores. A condition isn't shown until the author adds it. */
export function BandConditions<Band extends Conditional>({
  field,
  band,
  onChange,
}: BandConditionsProps<Band>) {
  const { canEdit } = useBuilder()
  const hasElementBands = useDraft((state) => (state.head.value.elementBands ?? []).length > 0)
  const hasStatement = band.minStatement !== undefined || band.of !== undefined
  const hasElement = 'minElementBand' in band
  const canAskElements = field.startsWith('certificationBands') && hasElementBands
  const addable = ADDABLE.filter(({ name }) =>
    name === 'minStatement' ? !hasStatement : canAskElements && !hasElement,
  )

  function add(name: string, value: unknown) {
    onChange({ ...band, [name]: value })
    // The menu's button is gone with the last condition.
    focusAfterRemoval(fieldId(WHOLE_SET, `${field}.${name}`))
  }

  function without(rest: object) {
    onChange(rest as Band)
    focusAfterRemoval(fieldId(WHOLE_SET, `${field}.label`))
  }

  return (
    <div className="mt-2 w-full space-y-2 border-l-2 pl-3 empty:hidden">
      {hasStatement && (
        <StatementCondition
          field={field}
          onRemove={() => {
            const { minStatement: _, of: __, ...rest } = band
            without(rest)
          }}
        />
      )}
      {hasElement && (
        <ElementBandCondition
          field={field}
          onRemove={() => {
            const { minElementBand: _, ...rest } = band
            without(rest)
          }}
        />
      )}
      {canEdit && addable.length > 0 && (
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="xs"
              icon={<Plus />}
              iconEnd={<ChevronDown />}
              className="-ml-3 text-primary-text"
            >
              Add a condition
            </Button>
          }
        >
          {addable.map(({ name, value, label }) => (
            <MenuItem key={name} onSelect={() => add(name, value)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

const ADDABLE = [
  { name: 'minStatement', value: 100, label: 'Result of each statement' },
  { name: 'minElementBand', value: '', label: 'Band of each element' },
] as const

interface ConditionProps {
  field: string
  onRemove: () => void
}

function StatementCondition({ field, onRemove }: ConditionProps) {
  const levels = groupsOfKind(useDraft(groupsIn), 'level')
  const figures = { [`${field}.minStatement`]: 'Minimum %' }
  return (
    <div>
      <div className="flex flex-wrap items-start gap-3">
        <DraftChoice
          field={`${field}.of`}
          label="Statements"
          first="all"
          options={[
            { value: 'all', label: 'All statements' },
            { value: 'key', label: 'Key statements' },
            ...levels.map(({ key, label }) => ({
              value: key,
              label: `Up to ${isolated(label || 'Untitled level')}`,
            })),
          ]}
        />
        <DraftNumber
          field={`${field}.minStatement`}
          label="Minimum %"
          isErrorApart
          fieldClassName="w-28"
        />
        <RemoveCondition label="Remove the condition for statements" onRemove={onRemove} />
      </div>
      <NumberFaults fields={figures} className="mt-1" />
    </div>
  )
}

function ElementBandCondition({ field, onRemove }: ConditionProps) {
  const bands = useDraft((state) => state.head.value.elementBands) ?? []
  return (
    <div className="flex flex-wrap items-start gap-3">
      <DraftChoice
        field={`${field}.minElementBand`}
        label="Each element reaches"
        first=""
        options={[
          { value: '', label: 'Choose a band' },
          ...bands.flatMap(({ label }) => (label === '' ? [] : [{ value: label, label }])),
        ]}
      />
      <RemoveCondition label="Remove the condition for elements" onRemove={onRemove} />
    </div>
  )
}

interface DraftChoiceProps {
  field: string
  label: string
  /** The choice of a draft without the field. */
  first: string
  options: readonly { value: string; label: string }[]
}

/** A choice that names another part of the set, which may be gone. */
function DraftChoice({ field, label, first, options }: DraftChoiceProps) {
  const { id, value, error, isReadOnly, change } = useField(field)
  const chosen = typeof value === 'string' ? value : first
  const isKnown = options.some((option) => option.value === chosen)
  return (
    <SelectField
      {...{ id, label, error }}
      fieldClassName="min-w-36 flex-1"
      disabled={isReadOnly}
      value={chosen}
      options={
        isKnown ? options : [...options, { value: chosen, label: `${isolated(chosen)} (removed)` }]
      }
      onChange={({ target }) => change(target.value === 'all' ? undefined : target.value)}
    />
  )
}

function RemoveCondition({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { canEdit } = useBuilder()
  if (!canEdit) return null
  return <IconButton label={label} icon={<Trash2 />} onClick={onRemove} className="mt-6.5" />
}
