import { CONTENT_LIMITS } from 'contract/content-limits'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { DraftText, ListFault } from './draft-fields.tsx'
import { hasSetResponses, partEdit } from '#features/content/saving/draft-edits.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { summaryOf } from '#features/content/outline-rows.ts'
import { AddButton, Section } from './editor-parts.tsx'
import { ChangeScaleDialog } from './change-scale-dialog.tsx'
import { ScaleMenu } from './scale-menu.tsx'

export function ScaleLevels() {
  const { apply, canEdit } = useBuilder()
  const scale = useDraft((state) => state.head.value.scale)
  const hasResponses = useDraft(
    (state) =>
      hasSetResponses(state) ||
      state.order.some((id) => summaryOf(state, id).statements.length > 0),
  )
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const set = (next: readonly string[]) =>
    apply((state) => partEdit(state, WHOLE_SET, ['scale'], next))
  return (
    <Section
      title="Levels"
      hint="List the lowest level first. Each statement needs one response per level. Without levels, results are shown as percentages."
      aside={
        canEdit && (
          <ScaleMenu label="Use ready-made levels" onChoose={hasResponses ? setChosen : set} />
        )
      }
    >
      <ListFault field="scale" />
      {scale.length > 0 && (
        <ol className="mb-2 space-y-2">
          {scale.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
            <li key={index} className="flex items-start gap-2">
              <DraftText
                field={`scale.${index}`}
                label={`Level ${index + 1}`}
                isLabelHidden
                fieldClassName="max-w-sm flex-1"
              />
              {canEdit && (
                <IconButton
                  label={`Remove level ${index + 1}`}
                  icon={<Trash2 />}
                  onClick={() => set(scale.toSpliced(index, 1))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {canEdit && scale.length < CONTENT_LIMITS.responsesOfStatement && (
        <AddButton onClick={() => set([...scale, ''])}>Add level</AddButton>
      )}
      {chosen && <ChangeScaleDialog labels={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}
