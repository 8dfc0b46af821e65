import { PAGE_SIZE } from 'contract/list-sizes'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '#core/plural.ts'
import { IconButton } from '#ui/button.tsx'

interface LevelPagesProps {
  page: number
  total: number
  onPage: (page: number) => void
}

export function LevelPages({ page, total, onPage }: LevelPagesProps) {
  if (total <= PAGE_SIZE) return null
  const last = Math.min(page * PAGE_SIZE, total)
  return (
    <nav aria-label="Pages of the levels" className="mt-3 flex items-center gap-2 text-14">
      <p role="status" className="mr-auto tabular-nums">
        <strong className="font-medium">
          {(page - 1) * PAGE_SIZE + 1} to {last}
        </strong>{' '}
        <span className="text-muted-foreground">of {formatNumber(total)}, by name</span>
      </p>
      <IconButton
        label="Previous page"
        icon={<ChevronLeft />}
        aria-disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label="Next page"
        icon={<ChevronRight />}
        aria-disabled={last >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
