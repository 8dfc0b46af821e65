import type { DraftResponse } from 'contract/draft'
import { needsAction } from 'contract/content-limits'
import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Trash2 } from 'lucide-react'
import { memo, type KeyboardEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import {
  DraftArea,
  DraftCheck,
  DraftNumber,
  DraftRating,
  DraftText,
  NumberFaults,
  ListFault,
} from './draft-fields.tsx'
import { partEdit, responsesAt } from '#features/content/saving/draft-edits.ts'
import { pathIn } from '#features/content/saving/draft-state.ts'
import { useDragRow, type DropEdge } from '#features/content/outline/drag-row.ts'
import { PlaceProvider, usePlace } from './field-context.tsx'
import { withMovedResponse } from './scales.ts'

/** The responses of the statement at this place, or without a statement the set’s. */
export function ResponseRows() {
  const place = usePlace()
  const { elementId, statement } = place
  const keys = useDraft(useShallow((state) => responsesAt(state, place).map(({ key }) => key)))
  return (
    <>
      <div
        aria-hidden="true"
        className="hidden grid-cols-(--row) gap-x-2.5 border-b pb-2 text-13 text-muted-foreground [--row:1.75rem_minmax(0,1fr)_minmax(0,1fr)_4.5rem_1.75rem] @xl:grid"
      >
        <span className="col-start-2">Response</span>
        <span>Action to reach this response</span>
        <span>Figures</span>
      </div>
      <ol>
        {keys.map((key, index) => (
          <PlaceProvider key={key} elementId={elementId} statement={statement} response={key}>
            <ResponseRow index={index} count={keys.length} />
          </PlaceProvider>
        ))}
      </ol>
    </>
  )
}

const ResponseRow = memo(function ResponseRow({ index, count }: { index: number; count: number }) {
  const { apply, canEdit } = useBuilder()
  const place = usePlace()
  const isTied = useDraft((state) => isTiedAt(responsesAt(state, place), index))
  const level = index + 1

  function moveTo(to: number, from = index) {
    if (!canEdit || to < 0 || to >= count) return
    apply((state) => {
      const responses = withMovedResponse(responsesAt(state, place), from, to)
      return partEdit(state, place, pathIn({ ...place, response: null }, 'responses'), responses)
    })
  }

  function remove() {
    apply((state) => partEdit(state, place, pathIn(place), undefined))
  }

  const { row, edge, isDragged } = useDragRow({
    type: `response ${place.statement}`,
    id: String(index),
    isDisabled: !canEdit,
    accepts: () => true,
    onDrop: (id, at) => moveTo(dropIndex(Number(id), index, at), Number(id)),
  })

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(index + (event.key === 'ArrowUp' ? -1 : 1))
  }

  return (
    <li>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields */}
      <div
        ref={row}
        onKeyDown={onKeyDown}
        role="group"
        aria-label={`Response ${level}`}
        className={cn(
          'group relative grid grid-cols-[1.75rem_minmax(0,1fr)_1.75rem] gap-x-2.5 gap-y-3 border-b py-3 [--row:1.75rem_minmax(0,1fr)_minmax(0,1fr)_4.5rem_1.75rem] @xl:grid-cols-(--row)',
          isDragged && 'opacity-50',
          edge === 'top' && 'border-t-2 border-t-primary-ui',
          edge === 'bottom' && 'border-b-2 border-b-primary-ui',
        )}
      >
        <span aria-hidden="true" className="flex flex-col items-center gap-1 pt-2">
          <span className="grid size-6 place-items-center rounded-full border border-input text-13 font-semibold tabular-nums">
            {level}
          </span>
          {canEdit && <GripVertical className="size-4 cursor-grab text-muted-foreground" />}
        </span>
        <div>
          <DraftText
            field="label"
            label={`Name of response ${level}`}
            isLabelHidden
            placeholder="Name"
            className="rounded-b-none px-3 text-14 font-semibold focus-visible:relative focus-visible:z-1"
          />
          <DraftArea
            field="description"
            label={`Description of response ${level}`}
            isLabelHidden
            placeholder="Description"
            rows={3}
            className="-mt-px field-sizing-content min-h-20 rounded-t-none px-3 py-2 text-14"
          />
          <DraftCheck field="asksForEvidence" label="Requires evidence" />
          <DraftCheck field="asksForNote" label="Requires a note" isLeftOut />
          <ListFault field="key" />
        </div>
        <div className="@max-xl:col-start-2">
          {index === 0 ? (
            <p className="grid h-full min-h-12 place-items-center rounded-md bg-muted px-3 text-center text-13 text-muted-foreground">
              The first response doesn’t need an action.
            </p>
          ) : (
            <DraftArea
              field="action"
              label={`Action to reach response ${level}`}
              isLabelHidden
              placeholder={
                isTied
                  ? 'Action (optional, because the previous response has the same value)'
                  : 'Action (optional). Without one, reports say “Reach” with the name and description.'
              }
              rows={4}
              className="field-sizing-content min-h-29 px-3 py-2 text-14"
            />
          )}
        </div>
        <div className="flex gap-2 @max-xl:col-start-2 @xl:flex-col [&_label]:mb-0.5 [&_label]:text-12 [&_label]:font-normal [&_label]:text-muted-foreground">
          <DraftNumber
            field="value"
            label="Value"
            isErrorApart
            className="px-2.5"
            fieldClassName="flex-1"
          />
          {index > 0 && (
            <>
              <DraftRating field="effort" label="Effort" fieldClassName="flex-1" />
              <DraftRating field="benefit" label="Benefit" fieldClassName="flex-1" />
            </>
          )}
        </div>
        {canEdit && (
          <Menu
            trigger={
              <IconButton
                size="xs"
                label={`Move or remove response ${level}`}
                icon={<Ellipsis />}
                className="-mx-1 w-9 @max-xl:col-start-3 @max-xl:row-start-1"
              />
            }
          >
            <MenuItem icon={<ArrowUp />} onSelect={() => moveTo(index - 1)}>
              Move up
            </MenuItem>
            <MenuItem icon={<ArrowDown />} onSelect={() => moveTo(index + 1)}>
              Move down
            </MenuItem>
            <MenuSeparator />
            <MenuItem isDestructive icon={<Trash2 />} onSelect={remove}>
              Remove response
            </MenuItem>
          </Menu>
        )}
        <NumberFaults fields={{ value: 'Value' }} className="col-start-2 -col-end-1 -mt-1" />
      </div>
    </li>
  )
})

function isTiedAt(responses: readonly DraftResponse[], index: number) {
  const response = responses[index]
  return response !== undefined && !needsAction(response, responses[index - 1])
}

function dropIndex(from: number, on: number, edge: DropEdge) {
  const before = edge === 'top' ? on : on + 1
  return from < before ? before - 1 : before
}
