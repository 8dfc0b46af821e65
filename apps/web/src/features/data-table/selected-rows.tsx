import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useHeadingNext } from '#features/admin/use-heading-next.ts'

interface SelectedRowsProps {
  count: number
  onNone: () => void
  children: ReactNode
}

/** What can be done to the chosen rows: at the window's end, so that no row moves while somebody chooses. */
export function SelectedRows({ count, onNone, children }: SelectedRowsProps) {
  useHeadingNext()
  return (
    <>
      {/* On a phone the bar is higher than the room that the page leaves at its end. */}
      <div aria-hidden="true" className="h-14 md:hidden" />
      <div
        role="group"
        aria-label="Chosen rows"
        data-sticky="bottom"
        data-save-bar
        className="fixed inset-x-0 bottom-0 z-20 border-t bg-card px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:left-(--sidebar)"
      >
        <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-3">
          <p className="text-14 font-medium">{count} chosen</p>
          {children}
          <Button variant="ghost" className="ml-auto" onClick={onNone}>
            Choose none
          </Button>
        </div>
      </div>
    </>
  )
}
