import type { ContentSetDetails } from 'contract/content-sets'
import { type ComponentType, Suspense } from 'react'
import { SkeletonRows } from '#ui/skeleton.tsx'
import {
  type PreviewLook,
  type PreviewProps,
  PreviewTools,
} from '#features/content/preview-look.tsx'
import { lazyPart } from '#core/lazy-part.ts'

const VersionsPanel = lazyPart(
  () => import('#features/content/publish/versions-panel.tsx'),
  'VersionsPanel',
)

interface SidePanelProps {
  set: ContentSetDetails
  shown: Side
  onShow: (side: Side) => void
  look: PreviewLook
  onLook: (look: PreviewLook) => void
  Preview: ComponentType<PreviewProps>
}

const TABS = ['Preview', 'Versions'] as const
export type Side = (typeof TABS)[number]

export function SidePanel({ set, shown, onShow, look, onLook, Preview }: SidePanelProps) {
  return (
    <section aria-label={shown} className="flex h-full flex-col bg-card max-lg:h-[75dvh]">
      <div className="flex min-h-11 items-center justify-between border-b pr-2 pl-1">
        <div className="flex self-stretch">
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={shown === name}
              onClick={() => onShow(name)}
              className="relative px-3 text-14 font-medium text-subtle-foreground hover:text-foreground aria-pressed:text-foreground aria-pressed:after:absolute aria-pressed:after:inset-x-2 aria-pressed:after:-bottom-px aria-pressed:after:h-[3px] aria-pressed:after:rounded-t-[3px] aria-pressed:after:bg-primary-ui"
            >
              {name}
            </button>
          ))}
        </div>
        {shown === 'Preview' && <PreviewTools look={look} onLook={onLook} />}
      </div>
      {shown === 'Preview' ? (
        <Preview look={look} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
          <Suspense fallback={<SkeletonRows label="Loading the versions" count={3} />}>
            <VersionsPanel set={set} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
