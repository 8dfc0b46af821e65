import { isolated } from '#core/isolated.ts'
import { ListChecks } from 'lucide-react'
import type { DraftFault } from 'contract/draft'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { useEffect, useState } from 'react'
import { plural } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Sheet } from '#ui/sheet.tsx'
import { useBuilder, useDraft, useFaults } from '#features/content/builder-context.ts'
import { responsesAt } from '#features/content/saving/draft-edits.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import { fieldId, focusWhenShown, placeOf } from '#features/content/editor/field-context.tsx'
import { nameOfField } from '#features/content/editor/field-labels.ts'
import { referenceIn, summaryOf } from '#features/content/outline-rows.ts'
import { invalidFields } from '#features/content/saving/invalid-fields.ts'
import { useView, viewAt } from '#features/content/use-view.ts'

interface FaultListProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onEdit: () => void
}

export function FaultList({ isOpen, onOpenChange, onEdit }: FaultListProps) {
  const { readFaults, autosave, markTouched } = useBuilder()
  const isChecked = useFaults() !== null
  const faults = useAllFaults()
  const { go } = useView()
  const [chosen, setChosen] = useState<DraftFault | null>(null)
  const count = faults.length
  useEffect(() => {
    if (isOpen)
      void autosave
        .flush()
        .then(readFaults)
        .catch(() => {})
  }, [isOpen, autosave, readFaults])

  function show(fault: DraftFault) {
    setChosen(fault)
    markTouched([fieldId(placeOf(fault), fault.field)])
    onOpenChange(false)
    go(viewAt(placeOf(fault), fault.field))
    onEdit()
  }

  return (
    <Sheet
      side="right"
      title="Fix before publishing"
      open={isOpen}
      onOpenChange={(next) => {
        if (next) setChosen(null)
        onOpenChange(next)
      }}
      trigger={
        <Button
          variant="ghost"
          icon={<ListChecks />}
          className={cn(
            count > 0 && 'bg-warning-tint text-warning-ink',
            count === 0 && isChecked && 'bg-success-tint text-success-ink',
          )}
        >
          {count === 0
            ? isChecked
              ? 'Ready to publish'
              : 'Checking…'
            : plural(count, {
                one: '# problem to fix',
                other:
                  count < CONTENT_LIMITS.listedFaults
                    ? '# problems to fix'
                    : '# or more problems to fix',
              })}
        </Button>
      }
      onCloseAutoFocus={(event) => {
        if (!chosen) return
        event.preventDefault()
        focusWhenShown(fieldId(placeOf(chosen), chosen.field), 'editor-title')
      }}
    >
      {count === 0 ? (
        <p className="text-15 text-subtle-foreground">
          {isChecked ? 'There is nothing to fix.' : 'Checking…'}
        </p>
      ) : (
        <ul className="-mx-2 divide-y">
          {faults.slice(0, LIMIT).map((fault) => (
            <li key={fieldId(placeOf(fault), fault.field) + fault.message}>
              <button
                type="button"
                onClick={() => show(fault)}
                className="w-full rounded-md px-2 py-2.5 text-left hover:bg-muted"
              >
                <FaultLocation fault={fault} />
                <span className="block text-15 font-medium">{fault.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {count > LIMIT && (
        <p className="mt-3 text-14 text-muted-foreground">Fix these problems to see the rest.</p>
      )}
    </Sheet>
  )
}

const LIMIT = 300

/** The server checks what was sent, which may be the removal of the last element. */
const NO_ELEMENTS: DraftFault = {
  element_id: null,
  statement: null,
  response: null,
  field: 'elements',
  message: 'Add at least one element',
}

/** Fields that can't be stored come first; the server doesn't know about them. */
function useAllFaults(): readonly DraftFault[] {
  const missing = useFaults() ?? []
  const invalid = useDraft(invalidFields)
  const isEmpty = useDraft(({ order }) => order.length === 0)
  const refused = isEmpty ? [...invalid, NO_ELEMENTS] : invalid
  if (refused.length === 0) return missing
  const idOf = (fault: DraftFault) => fieldId(placeOf(fault), fault.field)
  const places = new Set(refused.map(idOf))
  return [...refused, ...missing.filter((fault) => !places.has(idOf(fault)))]
}

function FaultLocation({ fault }: { fault: DraftFault }) {
  const { element_id: elementId, statement } = fault
  const where = useDraft((state) => {
    const level = levelOf(state, fault)
    const field = `${nameOfField(fault.field)}${level === 0 ? '' : `, response ${level}`}`
    if (elementId === null) return `About this set, ${field}`
    const { title, statements } = summaryOf(state, elementId)
    const text = statements.find(({ key }) => key === statement)?.text
    const number = referenceIn(state, elementId, statement)
    return `${number}, ${field}: ${isolated((statement === null ? title : text) ?? '')}`
  })
  return <span className="line-clamp-1 text-13 wrap-anywhere text-muted-foreground">{where}</span>
}

/** 0 if the fault is not in a response or its element is not open. */
function levelOf(state: DraftState, fault: DraftFault) {
  return responsesAt(state, placeOf(fault)).findIndex(({ key }) => key === fault.response) + 1
}
