import { FlaskConical, X } from 'lucide-react'
import { useState } from 'react'
import { sessionKeys, storeQuietly } from '#core/storage-keys.ts'
import { IconButton } from '#ui/button.tsx'
import { useSys } from '#support/sys.ts'

export function StagingBanner() {
  const sys = useSys()
  const [isHidden, setHidden] = useState(
    () => sessionStorage.getItem(sessionKeys.isStagingBannerHidden) !== null,
  )
  if (!sys?.is_staging || isHidden) return null
  return (
    <aside
      aria-label="Staging environment"
      data-staging
      data-sticky="bottom"
      className="border-t border-warning bg-warning-tint text-warning-ink"
    >
      <div className="mx-auto flex min-h-14 max-w-[calc(1248px+2*var(--gutter))] items-center gap-3 px-(--gutter)">
        <FlaskConical className="size-5 shrink-0 stroke-[1.75]" />
        <p className="flex-1 py-2 text-15 text-foreground">
          <strong className="font-semibold">This is a staging environment.</strong> Anything you
          enter here may be deleted.{' '}
          {sys.production_url && (
            <a href={sys.production_url} className="font-medium underline underline-offset-4">
              Go to the live site
            </a>
          )}
        </p>
        <IconButton label="Close" icon={<X />} onClick={hide} />
      </div>
    </aside>
  )

  function hide() {
    storeQuietly(sessionStorage, sessionKeys.isStagingBannerHidden, 'true')
    setHidden(true)
  }
}
