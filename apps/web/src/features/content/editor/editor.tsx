import { useEffect, useState } from 'react'
import { useBuilder, useDraft, useUndo } from '#features/content/builder-context.ts'
import { outlineActions } from '#features/content/outline/outline-actions.ts'
import {
  elementRowId,
  outlineRows,
  statementRowId,
  summaryOf,
} from '#features/content/outline-rows.ts'
import { statementAt } from '#features/content/saving/draft-edits.ts'
import { useView, type View } from '#features/content/use-view.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { CertificationBands, ReportBands } from './bands.tsx'
import { CreateQuiz } from './create-quiz.tsx'
import { DraftMarkdown } from './draft-fields.tsx'
import { type EditorActions, EditorHead } from './editor-parts.tsx'
import { ElementEditor, ElementHead } from './element-editor.tsx'
import { focusAfterRemoval, PlaceProvider, usePlace } from './field-context.tsx'
import { SetEditor, SetHead } from './set-editor.tsx'
import { StatementEditor } from './statement-editor.tsx'
import { ElementBands, VerdictSettings } from './verdict.tsx'
import { useMutation } from '@tanstack/react-query'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { emptyElement } from '#features/content/saving/new-parts.ts'

interface EditorProps {
  onAddStatement: (elementId: number) => void
}

export function Editor({ onAddStatement }: EditorProps) {
  const { view } = useView()
  if ('elementId' in view) {
    return (
      <PlaceProvider key={view.elementId} elementId={view.elementId}>
        <SelectedElement view={view} onAddStatement={onAddStatement} />
      </PlaceProvider>
    )
  }
  if (view.kind === 'set-report') return <SetReportEditor />
  return view.kind === 'add-element' ? <AddElement /> : <SetEditor />
}

type ElementView = Extract<View, { elementId: number }>

function SelectedElement({ view: requested, onAddStatement }: EditorProps & { view: ElementView }) {
  const { elementId } = requested
  const firstKey = useDraft((state) => summaryOf(state, elementId).statements[0]?.key ?? null)
  // A quiz address without a statement opens the first statement.
  const isFirst = requested.kind === 'statement' && requested.statement === null
  const view = isFirst ? { ...requested, statement: firstKey } : requested
  const actions = useEditorActions(view)
  const exists = useDraft((state) => state.order.includes(elementId))
  const isLoaded = useDraft((state) => (state.elements[elementId]?.value ?? null) !== null)
  if (!exists) return <RemovedPart />
  if (!isLoaded) return <LoadingElement elementId={elementId} />
  if (view.kind === 'element-report')
    return (
      <>
        <ElementHead elementId={elementId} actions={actions} />
        <ReportBands elementId={elementId} />
      </>
    )
  if (view.kind === 'create-quiz') return <CreateQuiz elementId={elementId} />
  if (view.kind === 'element') return <ElementEditor {...{ elementId, actions, onAddStatement }} />
  const statement = 'statement' in view ? view.statement : null
  if (statement === null) return <CreateQuiz elementId={elementId} />
  return (
    <PlaceProvider key={statement} elementId={elementId} statement={statement}>
      <SelectedStatement {...{ elementId, statement, actions }} />
    </PlaceProvider>
  )
}

function SelectedStatement(props: {
  elementId: number
  statement: string
  actions: EditorActions
}) {
  const place = usePlace()
  const exists = useDraft((state) => statementAt(state, place) !== undefined)
  return exists ? <StatementEditor {...props} /> : <RemovedPart />
}

function RemovedPart() {
  const { go } = useView()
  return (
    <EmptyState
      title="This part was removed"
      action={
        <Button variant="outline" onClick={() => go({ kind: 'set' })}>
          About this set
        </Button>
      }
    >
      You or another author removed this part. If you removed it, use Undo to restore it.
    </EmptyState>
  )
}

function LoadingElement({ elementId }: { elementId: number }) {
  const { open } = useBuilder()
  const [failure, setFailure] = useState<string | null>(null)
  const isLoading = failure === null
  useEffect(() => {
    if (!isLoading) return undefined
    let isMounted = true
    open([elementId]).catch(
      (error: unknown) => isMounted && setFailure(error instanceof Error ? error.message : ''),
    )
    return () => {
      isMounted = false
    }
  }, [open, elementId, isLoading])
  if (failure === null) return <SkeletonRows label="Opening the element" count={4} />
  return (
    <EmptyState
      title="The element could not be opened"
      action={<Button onClick={() => setFailure(null)}>Try again</Button>}
    >
      {failure}
    </EmptyState>
  )
}

function useEditorActions(view: ElementView): EditorActions {
  const builder = useBuilder()
  const { go } = useView()
  const { undo } = useUndo()
  const { elementId } = view
  const statement = view.kind === 'statement' ? view.statement : null
  const actions = outlineActions(builder, {
    undo,
    onMoved: (to) => statement !== null && go({ kind: 'statement', elementId: to, statement }),
  })
  const subjects = () => {
    const all = { open: new Set([elementId]), closed: new Set<string>(), find: '', canEdit: false }
    const id = statement === null ? elementRowId(elementId) : statementRowId(statement)
    return outlineRows(builder.draft.getState(), all).filter((row) => row.id === id)
  }
  return {
    onMove: (by) => void actions.move(subjects(), by),
    onDuplicate: () => void actions.duplicate(subjects()),
    onRemove: () => {
      void actions.remove(subjects())
      go(statement === null ? { kind: 'set' } : { kind: 'element', elementId })
      focusAfterRemoval('editor-title')
    },
  }
}

function SetReportEditor() {
  return (
    <>
      <SetHead />
      <div className="space-y-6">
        <DraftMarkdown
          field="introduction"
          label="Introduction"
          hint="Shown on the overview and at the start of every report"
          isOptional
          rows={8}
        />
        <CertificationBands />
        <ElementBands />
        <VerdictSettings />
      </div>
    </>
  )
}

function AddElement() {
  const { addElement, canEdit } = useBuilder()
  const { go } = useView()
  const last = useDraft((state) => state.order.at(-1) ?? null)
  const [title, setTitle] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const add = useMutation({
    mutationFn: () => addElement(emptyElement(title.trim()), last),
    onSuccess: (elementId) => go({ kind: 'create-quiz', elementId }),
  })
  if (!canEdit) return null
  return (
    <Form
      aria-label="Add element"
      onSubmit={() => {
        setSubmitted(true)
        if (title.trim() !== '') add.mutate()
      }}
    >
      <EditorHead untitled="Add element" />
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the form the user opened
        autoFocus
        dir="auto"
        label="Title"
        hint="A topic in the set, for example Suppliers and partners"
        value={title}
        maxLength={500}
        error={isSubmitted && title.trim() === '' ? 'Enter a title' : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <FailureAlert className="mt-4" error={add.error} title="The element was not added." />
      <Button type="submit" isLoading={add.isPending} className="mt-5">
        Add element
      </Button>
    </Form>
  )
}
