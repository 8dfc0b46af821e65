import type { ElementProgress } from 'contract/assessments'
import type { SharedForUser } from 'contract/shared-assessments'
import { elementNames } from 'rules/element-names'
import { answererOf, assignmentOf } from 'rules/shared-work'
import { Checkbox } from '#ui/checkbox.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { FieldError } from '#ui/field.tsx'

interface ElementsFieldProps {
  elements: readonly ElementProgress[]
  shared: SharedForUser
  ids: readonly number[]
  onChange: (ids: readonly number[]) => void
  isMissing: boolean
}

/** Chooses elements that aren't complete, with who answers them. */
export function ElementsField({ elements, shared, ids, onChange, isMissing }: ElementsFieldProps) {
  const open = elements.filter(({ is_complete: isComplete }) => !isComplete)
  return (
    <fieldset>
      <legend className="mb-1.5 text-15 font-medium">Elements</legend>
      <ul className="max-h-72 overflow-y-auto rounded-md border bg-card px-3 py-1">
        {open.map((element) => (
          <li key={element.id}>
            <Checkbox
              label={<ElementLabel element={element} elements={elements} shared={shared} />}
              checked={ids.includes(element.id)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...ids, element.id] : ids.filter((id) => id !== element.id),
                )
              }
            />
          </li>
        ))}
      </ul>
      {open.length === 0 && (
        <p className="text-15 text-muted-foreground">All elements are complete.</p>
      )}
      {isMissing && <FieldError>Choose an element</FieldError>}
    </fieldset>
  )
}

function ElementLabel({
  element,
  elements,
  shared,
}: {
  element: ElementProgress
  elements: readonly ElementProgress[]
  shared: SharedForUser
}) {
  const person = answererOf(shared, element.id)
  const assignment = assignmentOf(shared, element.id)
  return (
    <span className="min-w-0">
      <ContentText>{elementNames(elements)(element)}</ContentText>
      {assignment && (
        <span className="block text-13 wrap-anywhere text-muted-foreground">
          {assignment.awaited !== null ? (
            <>
              Waiting for <bdi translate="no">{assignment.awaited}</bdi>
            </>
          ) : person === null ? (
            'Needs a new person'
          ) : (
            <bdi translate="no">{person.name}</bdi>
          )}
        </span>
      )}
    </span>
  )
}
