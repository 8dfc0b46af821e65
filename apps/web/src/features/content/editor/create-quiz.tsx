import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { addStatement } from '#features/content/saving/draft-edits.ts'
import { emptyStatement } from '#features/content/saving/new-parts.ts'
import { Section } from '#ui/section.tsx'
import { EditorHead } from './editor-parts.tsx'
import { referenceIn, summaryOf } from '#features/content/outline-rows.ts'
import { lowestValue, scalesWith } from './scales.ts'
import { useView } from '#features/content/use-view.ts'

export function CreateQuiz({ elementId }: { elementId: number }) {
  const { apply, canEdit, draft } = useBuilder()
  const { go } = useView()
  const title = useDraft((state) => summaryOf(state, elementId).title)
  const reference = useDraft((state) => referenceIn(state, elementId))
  const own = useDraft((state) => state.head.value.scale)
  const shared = useDraft((state) => state.head.value.responses) ?? []
  const scales = [
    ...(own.length > 0 ? [{ name: 'Levels in this set', labels: own }] : []),
    ...scalesWith(own.length || undefined),
    ...(own.length > 0 ? [] : [{ name: 'Custom levels', labels: [] }]),
  ]

  function start(labels: readonly string[] | null) {
    const statement = emptyStatement(labels ?? [], lowestValue(draft.getState()))
    apply((state) => addStatement(state, elementId, statement))
    go({ kind: 'statement', elementId, statement: statement.key })
  }

  return (
    <>
      <EditorHead reference={reference} title={title} untitled="Untitled element" />
      {!canEdit ? (
        <p className="text-muted-foreground">This element has no statements.</p>
      ) : (
        <Section
          id="first-statement"
          title="Add the first statement"
          level="h3"
          titleClassName="text-15"
        >
          <p className="mt-1 mb-4 text-14 text-muted-foreground">
            Choose the responses. You can change them later.
          </p>
          <ul className="grid gap-3 @lg:grid-cols-2">
            {shared.length > 0 && (
              <Choice
                name="Responses of the set"
                text={shared.map(({ label }) => label).join(', ')}
                onChoose={() => start(null)}
              />
            )}
            {scales.map(({ name, labels }) => (
              <Choice
                key={name}
                name={name}
                text={labels.length > 0 ? labels.join(', ') : 'Write each response yourself'}
                onChoose={() => start(labels)}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Choice({ name, text, onChoose }: { name: string; text: string; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="h-full w-full rounded-lg border bg-card p-4 text-left hover:border-input hover:bg-muted"
      >
        <span className="block font-semibold">{name}</span>
        <span dir="auto" className="block text-14 wrap-anywhere text-subtle-foreground">
          {text}
        </span>
      </button>
    </li>
  )
}
