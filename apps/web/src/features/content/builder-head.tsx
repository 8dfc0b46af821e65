import { Link, useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import {
  Copy,
  Ellipsis,
  Gauge,
  GitBranchPlus,
  Play,
  Redo2,
  Undo2,
  Upload,
  UserPlus,
  X,
} from 'lucide-react'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { can, isGodLevel } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { showFailure } from '#core/toast.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { Button, IconButton, buttonLook } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Menu } from '#ui/menu.tsx'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { useBuilder, useDraft, useUndo } from './builder-context.ts'
import { fieldId, placeOf } from './editor/field-context.tsx'
import { EditionMenu, useEditionDialog, useNewVersion } from './publish/edition-menu.tsx'
import { EditionStatus } from './publish/edition-status.tsx'
import { titleOf } from './publish/edition-labels.ts'
import { useShowEdition } from './publish/use-show-edition.ts'
import { isClean } from './saving/draft-saving.ts'
import { invalidFields } from './saving/invalid-fields.ts'
import { SaveStatus } from './saving/save-status.tsx'

const PublishDialog = lazyPart(() => import('./publish/publish-dialog.tsx'), 'PublishDialog')

interface BuilderHeadProps {
  set: ContentSetDetails
  isPreviewing: boolean
  onPreview: (isPreviewing: boolean) => void
  faults: ReactNode
  onEdit: () => void
  onFaults: () => void
}

export function BuilderHead({
  set,
  isPreviewing,
  onPreview,
  faults,
  onEdit,
  onFaults,
}: BuilderHeadProps) {
  const { canEdit } = useBuilder()
  const isNarrow = useNarrow()
  const title = useDraft((state) => state.head.value.title)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b bg-card px-(--gutter) py-2.5 lg:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="text-18 font-semibold wrap-anywhere">
            {title ? <ContentText>{title}</ContentText> : 'Untitled'}
          </h1>
          <EditionStatus status={set.status} />
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-13 text-muted-foreground lg:flex-nowrap">
          <span className="wrap-anywhere lg:shrink-0">{versionLabel(set)}</span>{' '}
          {canEdit && !isNarrow && <SaveStatus onEdit={onEdit} />}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {canEdit && <UndoButtons />}
        {canEdit && faults}
        <Button
          variant="outline"
          icon={isPreviewing ? <X /> : <Play />}
          aria-pressed={isPreviewing}
          onClick={() => onPreview(!isPreviewing)}
        >
          {isPreviewing
            ? `Back to ${canEdit ? 'editing' : 'the content set'}`
            : 'Try as a respondent'}
        </Button>
        {canEdit ? <PublishButton set={set} onFaults={onFaults} /> : <NewVersionButton set={set} />}
        <NextStep set={set} />
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
      <Tooltip text={canUndo ? 'Undo (Ctrl Z)' : 'Nothing to undo'}>
        <IconButton label="Undo" icon={<Undo2 />} aria-disabled={!canUndo} onClick={undo} />
      </Tooltip>
      <Tooltip text={canRedo ? 'Redo (Ctrl Shift Z)' : 'Nothing to redo'}>
        <IconButton label="Redo" icon={<Redo2 />} aria-disabled={!canRedo} onClick={redo} />
      </Tooltip>
    </TooltipProvider>
  )
}

function versionLabel({ version, based_on, tenant }: ContentSetDetails) {
  const owner = tenant.is_platform ? 'Template' : tenant.name
  const own = `${owner}, version ${version}.`
  return based_on ? `${own} Based on version ${based_on.version}.` : own
}

function SetMenu({ set }: { set: ContentSetDetails }) {
  const router = useRouter()
  const { ask, dialog } = useEditionDialog({
    onClosed: () => void router.invalidate(),
    onDeleted: () => router.navigate({ to: '/admin/content-sets' }),
  })
  const { id, version, status, tenant, head } = set
  const assessments = status === 'draft' ? 0 : null
  const isTemplate = tenant.is_platform
  const { language } = head
  const title = titleOf(head)
  const edition = { id, title, language, version, status, isTemplate, assessments }
  return (
    <>
      <Menu trigger={<IconButton variant="outline" label="More actions" icon={<Ellipsis />} />}>
        <EditionMenu edition={edition} isCurrentPage onOpenDialog={ask} />
      </Menu>
      {dialog}
    </>
  )
}

function PublishButton({ set, onFaults }: { set: ContentSetDetails; onFaults: () => void }) {
  const { autosave, draft, faults, readFaults, markTouched, checkForUpdates } = useBuilder()
  const show = useShowEdition(set.id)
  const [isBusy, setBusy] = useState(false)
  const [isPublishing, setPublishing] = useState(false)

  async function ask() {
    setBusy(true)
    try {
      if (!(await autosave.flush())) {
        if (invalidFields(draft.getState()).length > 0) return onFaults()
        return showFailure(
          'Some changes haven’t been saved yet',
          'The reason is shown above the editor.',
        )
      }
      await readFaults()
      const { all } = faults.getState()
      markTouched(all?.map((fault) => fieldId(placeOf(fault), fault.field)) ?? [])
      if (all && all.length > 0) onFaults()
      else setPublishing(isClean(draft.getState()))
    } catch {
      showFailure('The list of problems could not be loaded', 'Try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button icon={<Upload />} isLoading={isBusy} onClick={() => void ask()}>
        Publish
      </Button>
      {isPublishing && (
        <Suspense>
          <PublishDialog
            id={set.id}
            version={set.version}
            isTemplate={set.tenant.is_platform}
            onClose={() => setPublishing(false)}
            onPublished={() => void show()}
            onIncomplete={onFaults}
            onConflict={() => void checkForUpdates().catch(() => {})}
          />
        </Suspense>
      )}
    </>
  )
}

/** What follows after publishing: people answer the set, or organisations get the template. */
function NextStep({ set }: { set: ContentSetDetails }) {
  const user = useUser()
  const { id, status, tenant } = set
  if (status !== 'published') return null
  if (tenant.is_platform)
    return (
      isGodLevel(user) && (
        <Link
          to="/admin/content-sets/$id/copies"
          params={{ id: String(id) }}
          className={buttonLook()}
        >
          <Copy />
          Copy to organisations
        </Link>
      )
    )
  return (
    <>
      {can(user, 'access-to-private-area') && <AnswerLink set={set} />}
      {can(user, 'invite-users') && (
        <Link to="/admin/users" className={buttonLook()}>
          <UserPlus />
          Invite people
        </Link>
      )}
    </>
  )
}

/** To the overview of this set, if it can be started this year. */
function AnswerLink({ set: { family_id: set, head } }: { set: ContentSetDetails }) {
  const { year } = useTenant()
  const { year_from, year_to, offers_self_assessment, offers_certification } = head
  const isThisYear = (year_from ?? year) <= year && year <= (year_to ?? year)
  if (set === undefined || !isThisYear || !(offers_self_assessment || offers_certification))
    return null
  const type = offers_self_assessment ? 'self_assessment' : 'certification'
  return (
    <Link to="/" search={{ set, type }} className={buttonLook('outline')}>
      <Gauge />
      Answer this content set
    </Link>
  )
}

/** A published version can't be edited, so changes need a new version. */
function NewVersionButton({ set }: { set: ContentSetDetails }) {
  const user = useUser()
  const start = useNewVersion()
  if (set.status === 'draft' || !can(user, 'create-concept-set-for-company')) return null
  return (
    <Button
      variant={set.status === 'published' ? 'outline' : 'primary'}
      icon={<GitBranchPlus />}
      isLoading={start.isPending}
      onClick={() => start.mutate(set.id)}
    >
      {set.draft_id === null ? 'Create new version' : 'Open next version'}
    </Button>
  )
}

// Below this width the builder shows one part at a time.
const query = window.matchMedia('(width < 1024px)')

function subscribe(onChange: () => void) {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export function useNarrow() {
  return useSyncExternalStore(subscribe, () => query.matches)
}
