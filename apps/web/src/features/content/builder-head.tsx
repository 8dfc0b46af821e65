import { useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import { Ellipsis, Play, Redo2, Undo2, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { EditionQuestion } from '#features/content/publish/edition-dialogs.tsx'
import { EditionMenu } from '#features/content/publish/edition-menu.tsx'
import { EditionStatus } from '#features/content/publish/edition-status.tsx'
import { titleOf } from '#features/content/publish/edition-words.ts'
import { NewVersionButton, PublishButton } from '#features/content/publish/publish-button.tsx'
import { SaveLine } from '#features/content/saving/save-line.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { useBuilder, useDraft } from './builder-context.ts'
import { useUndo } from './builder-keys.ts'
import { useNarrow } from './use-narrow.ts'

interface BuilderHeadProps {
  set: ContentSetDetails
  isTrying: boolean
  onTry: (isTrying: boolean) => void
  faults: ReactNode
  onEdit: () => void
  onFaults: () => void
}

export function BuilderHead({ set, isTrying, onTry, faults, onEdit, onFaults }: BuilderHeadProps) {
  const { canEdit } = useBuilder()
  const isNarrow = useNarrow()
  const title = useDraft((state) => state.head.value.title)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b bg-card px-(--gutter) py-2.5 lg:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="text-18 font-semibold wrap-anywhere">
            <bdi>{title || 'Untitled'}</bdi>
          </h1>
          <EditionStatus status={set.status} />
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-13 text-muted-foreground lg:flex-nowrap">
          <span className="shrink-0">{versionWords(set)}</span>{' '}
          {canEdit && !isNarrow && <SaveLine onEdit={onEdit} />}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {canEdit && <UndoButtons />}
        {canEdit && faults}
        <Button
          variant="outline"
          icon={isTrying ? <X /> : <Play />}
          aria-pressed={isTrying}
          onClick={() => onTry(!isTrying)}
        >
          {isTrying ? 'Stop trying' : 'Try it'}
        </Button>
        {canEdit ? <PublishButton set={set} onFaults={onFaults} /> : <NewVersionButton set={set} />}
        <SetMenu set={set} />
      </div>
    </header>
  )
}

function UndoButtons() {
  const { undo, redo } = useUndo()
  const canUndo = useDraft(({ past }) => past.length > 0)
  const canRedo = useDraft(({ future }) => future.length > 0)
  return (
    <TooltipProvider>
      <Tooltip text={canUndo ? 'Undo (Ctrl Z)' : 'Nothing to undo since this page was opened'}>
        <IconButton label="Undo" icon={<Undo2 />} aria-disabled={!canUndo} onClick={undo} />
      </Tooltip>
      <Tooltip text="Redo (Ctrl Shift Z)">
        <IconButton label="Redo" icon={<Redo2 />} aria-disabled={!canRedo} onClick={redo} />
      </Tooltip>
    </TooltipProvider>
  )
}

function versionWords({ version, based_on, tenant }: ContentSetDetails) {
  const start = based_on ? `, started from version ${based_on.version}` : ''
  const owner = tenant.is_platform ? 'Template' : tenant.name
  return `${owner}, version ${version}${start}.`
}

const EditionDialog = lazy(() =>
  import('#features/content/publish/edition-dialogs.tsx').then((module) => ({
    default: module.EditionDialog,
  })),
)

function SetMenu({ set }: { set: ContentSetDetails }) {
  const [question, setQuestion] = useState<EditionQuestion | null>(null)
  const router = useRouter()
  const { id, version, status, tenant, head } = set
  const assessments = status === 'draft' ? 0 : null
  const isTemplate = tenant.is_platform
  const edition = { id, version, status, isTemplate, assessments, title: titleOf(head) }
  return (
    <>
      <Menu trigger={<IconButton variant="outline" label="More" icon={<Ellipsis />} />}>
        <EditionMenu edition={edition} isHere onAsk={setQuestion} />
      </Menu>
      {question && (
        <Suspense>
          <EditionDialog
            question={question}
            onClose={() => {
              setQuestion(null)
              void router.invalidate()
            }}
            onDeleted={() => void router.navigate({ to: '/admin/content-sets' })}
          />
        </Suspense>
      )}
    </>
  )
}
