import { formatNumber } from 'rules/plural'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useHeadingNext } from '#ui/use-heading-next.ts'

interface SelectedRowsProps {
  count: number
  onNone: () => void
  children: ReactNode
}

/** Actions for the selected rows, at the bottom of the window so that no row moves. */
export function SelectedRows({ count, onNone, children }: SelectedRowsProps) {
  useHeadingNext()
  return (
    <>
      {/* On a phone the bar is higher than the page's bottom padding. */}
      <div aria-hidden="true" className="h-14 md:hidden" />
      <div
        role="group"
        aria-label="Selected rows"
        data-sticky="bottom"
        data-save-bar
        className="fixed inset-x-0 bottom-0 z-20 border-t bg-card px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:left-(--sidebar)"
      >
        <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-3">
          <p className="text-14 font-medium">{`${formatNumber(count)} selected`}</p>
          {children}
          <Button variant="ghost" className="ml-auto" onClick={onNone}>
            Clear selection
          </Button>
        </div>
      </div>
    </>
  )
}
