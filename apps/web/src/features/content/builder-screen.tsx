import { useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import { type ComponentType, useEffect, useState, type ReactNode } from 'react'
import { showFailure } from '#core/toast.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#core/user.ts'
import { preloadToaster } from '#support/lazy-toaster.tsx'
import { NumberedBy } from './response-numbers.tsx'
import { ContentLanguage } from '#ui/content-text.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { cn } from '#ui/cn.ts'
import { type Builder, openBuilder } from './builder.ts'
import { BuilderContext, useBuilder, useBuilderKeys, useDraft } from './builder-context.ts'
import { BuilderGuard } from './builder-guard.tsx'
import { BuilderHead, useNarrow } from './builder-head.tsx'
import { ConflictList } from '#features/content/saving/conflict-list.tsx'
import { addStatement } from '#features/content/saving/draft-edits.ts'
import { Editor } from '#features/content/editor/editor.tsx'
import { FaultList } from '#features/content/publish/fault-list.tsx'
import { fieldId, focusWhenShown } from '#features/content/editor/field-context.tsx'
import { Outline } from '#features/content/outline/outline.tsx'
import { type PreviewProps, PreviewTools, usePreviewLook } from './preview-look.tsx'
import {
  DeletedBanner,
  UnsavedTextsBanner,
} from '#features/content/saving/unsaved-texts-banner.tsx'
import { nextStatement } from '#features/content/editor/next-statement.ts'
import { lowestValue } from '#features/content/editor/scales.ts'
import { SaveStatus } from '#features/content/saving/save-status.tsx'
import { SidePanel, type Side } from './side-panel.tsx'
import { usePublicationByOthers } from '#features/content/publish/use-show-edition.ts'
import { useView } from './use-view.ts'

const CHECK_INTERVAL = 15_000

interface BuilderScreenProps {
  set: ContentSetDetails
  /** What respondents will see. */
  Preview: ComponentType<PreviewProps>
}

export function BuilderScreen({ set, Preview }: BuilderScreenProps) {
  const [tab, setTab] = useState<Tab>('outline')
  const [side, setSide] = useState<Side>('Preview')
  return (
    <LoadedBuilder
      key={set.status}
      set={set}
      tab={tab}
      onTab={setTab}
      side={side}
      onSide={setSide}
      Preview={Preview}
    />
  )
}

interface LoadedBuilderProps extends BuilderScreenProps {
  tab: Tab
  onTab: (tab: Tab) => void
  side: Side
  onSide: (side: Side) => void
}

function LoadedBuilder({ set, ...parts }: LoadedBuilderProps) {
  const { id } = useUser()
  const [builder] = useState(() => openBuilder(set, id))
  const isReady = useRestoredDraft(builder)
  // Offline, the toast code could no longer be loaded.
  useEffect(preloadToaster, [])
  if (!isReady) return <SkeletonRows label="Opening the content set" count={6} />
  return (
    <BuilderContext value={builder}>
      <InSetLanguage>
        <Screen set={set} {...parts} />
      </InSetLanguage>
      <BuilderGuard />
    </BuilderContext>
  )
}

function InSetLanguage({ children }: { children: ReactNode }) {
  const language = useDraft((state) => state.head.value.language)
  const hasLevels = useDraft((state) => state.head.value.scale.length > 0)
  const lowest = useDraft((state) => lowestValue(state))
  const scale = hasLevels ? [] : null
  return (
    <ContentLanguage of={language}>
      <NumberedBy set={{ scale, lowest_level: lowest }}>{children}</NumberedBy>
    </ContentLanguage>
  )
}

/** Restores unsaved changes before the editors open, so that no one types into a field that changes. */
function useRestoredDraft(builder: Builder) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let stop: (() => void) | null = null
    let isMounted = true
    const start = async () => {
      await builder.restore()
      if (!isMounted) return
      stop = builder.start()
      setReady(true)
    }
    void start()
    const removeSignOutCheck = beforeSignOut(async () => {
      const isSaved = await builder.autosave.flush()
      // The sign-out dialog checks the copies on the device next.
      builder.isOnDevice()
      return isSaved ? null : UNSAVED
    })
    return () => {
      isMounted = false
      stop?.()
      removeSignOutCheck()
    }
  }, [builder])
  return isReady
}

const UNSAVED = {
  title: 'Your last changes haven’t been saved yet',
  description:
    'Unsaved changes are stored on this device until you sign out. If you sign out now, you’ll lose them.',
}

type Tab = 'outline' | 'editor' | 'preview'

function Screen({ set, tab, onTab, side, onSide, Preview }: LoadedBuilderProps) {
  const builder = useBuilder()
  const [isPreviewing, setPreviewing] = useState(false)
  const [areFaultsOpen, setFaultsOpen] = useState(false)
  const [look, setLook] = usePreviewLook()
  const addOne = useAddStatement(() => onTab('editor'))
  useBuilderKeys()
  useUpdatesByOthers()
  usePublicationByOthers(set)
  useSavedTitle(set)

  function edit() {
    setPreviewing(false)
    onTab('editor')
  }

  return (
    <div
      data-wide
      className="-mx-(--gutter) -my-6 flex flex-col 2xl:border-x lg:h-[calc(100dvh-3.5rem-1px)]"
    >
      <BuilderHead
        set={set}
        isPreviewing={isPreviewing}
        onPreview={setPreviewing}
        onEdit={edit}
        onFaults={() => setFaultsOpen(true)}
        faults={<FaultList isOpen={areFaultsOpen} onOpenChange={setFaultsOpen} onEdit={edit} />}
      />
      <DeletedBanner />
      <UnsavedTextsBanner />
      {isPreviewing ? (
        <div className="flex flex-1 flex-col max-lg:h-[75dvh] max-lg:flex-none">
          <div className="flex justify-end bg-card px-3 py-1">
            <PreviewTools look={look} onLook={setLook} />
          </div>
          <Preview look={look} isWide />
        </div>
      ) : (
        <>
          <Tabs tab={tab} onTab={onTab} />
          <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)_17rem] xl:grid-cols-[16rem_minmax(0,1fr)_20.5rem]">
            <Pane isShown={tab === 'outline'} className="lg:border-r">
              <Outline onEdit={() => onTab('editor')} onAddStatement={addOne} />
            </Pane>
            <Pane isShown={tab === 'editor'}>
              <div
                onBlur={({ target }) => builder.markTouched([target.id])}
                className="@container relative h-full overflow-y-auto px-(--gutter) py-5 lg:px-6"
              >
                <ConflictList />
                <Editor onAddStatement={addOne} />
              </div>
            </Pane>
            <Pane isShown={tab === 'preview'} className="lg:border-l">
              <SidePanel
                {...{ set, look, Preview }}
                shown={side}
                onShow={onSide}
                onLook={setLook}
              />
            </Pane>
          </div>
        </>
      )}
    </div>
  )
}

interface PaneProps {
  isShown: boolean
  className?: string
  children: ReactNode
}

function Pane({ isShown, className, children }: PaneProps) {
  return (
    <div className={cn('min-h-0 min-w-0', !isShown && 'max-lg:hidden', className)}>{children}</div>
  )
}

const TABS = [
  { value: 'outline', label: 'Outline' },
  { value: 'editor', label: 'Editor' },
  { value: 'preview', label: 'Preview' },
] as const

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const { canEdit } = useBuilder()
  const isNarrow = useNarrow()
  return (
    <div className="sticky top-0 z-10 border-b bg-card lg:hidden">
      <nav aria-label="Builder sections" className="flex px-2">
        {TABS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-current={tab === value ? 'true' : undefined}
            onClick={() => onTab(value)}
            className="relative min-h-11 flex-1 text-15 font-medium text-subtle-foreground aria-[current=true]:text-foreground aria-[current=true]:after:absolute aria-[current=true]:after:inset-x-2 aria-[current=true]:after:-bottom-px aria-[current=true]:after:h-[3px] aria-[current=true]:after:rounded-t-[3px] aria-[current=true]:after:bg-primary-ui"
          >
            {label}
          </button>
        ))}
      </nav>
      {canEdit && isNarrow && (
        <p className="px-(--gutter) pb-1 text-13 text-muted-foreground">
          <SaveStatus onEdit={() => onTab('editor')} />
        </p>
      )}
    </div>
  )
}

function useAddStatement(onAdded: () => void) {
  const { draft, open, apply } = useBuilder()
  const { go } = useView()
  return (elementId: number) => {
    const add = async () => {
      await open([elementId])
      const state = draft.getState()
      const before = state.elements[elementId]?.value?.statements.at(-1)
      const statement = nextStatement(state, before)
      if (statement === null) return go({ kind: 'create-quiz', elementId })
      apply((state) => addStatement(state, elementId, statement))
      go({ kind: 'statement', elementId, statement: statement.key })
      const place = { elementId, statement: statement.key, response: null }
      focusWhenShown(fieldId(place, 'text'), 'editor-title')
    }
    void add()
      .then(onAdded)
      .catch(() => showFailure('The statement was not added', 'Try again.'))
  }
}

const PAGE = '/_private/admin/content-sets/$id/'

/** The breadcrumbs and the browser's tab have the title of the loaded page. */
function useSavedTitle({ head: { title: loaded } }: ContentSetDetails) {
  const router = useRouter()
  const saved = useDraft((state) => state.head.base.title)
  useEffect(() => {
    if (saved !== loaded) void router.invalidate({ filter: ({ routeId }) => routeId === PAGE })
  }, [router, saved, loaded])
}

function useUpdatesByOthers() {
  const { checkForUpdates, readFaults, canEdit } = useBuilder()
  useEffect(() => {
    if (!canEdit) return undefined
    void readFaults().catch(() => {})
    const check = () =>
      void (document.visibilityState === 'visible' && checkForUpdates().catch(() => {}))
    const timer = setInterval(check, CHECK_INTERVAL)
    window.addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [checkForUpdates, readFaults, canEdit])
}
