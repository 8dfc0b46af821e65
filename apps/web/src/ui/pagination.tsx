import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton, buttonLook } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { SelectField } from '#ui/select-field.tsx'

export interface PaginationProps {
  page: number
  limit: number
  total: number
  /** Counting stopped at `total`, and there are more rows. */
  hasMore?: boolean | undefined
  sizes: readonly number[]
  onPage: (page: number) => void
  onLimit: (limit: number) => void
}

export function Pagination(props: PaginationProps) {
  const { page, limit, total, hasMore, sizes, onPage, onLimit } = props
  const pages = Math.max(1, Math.ceil(total / limit))
  const first = (page - 1) * limit + 1
  const isPastEnd = first > total
  const known = sizes.includes(limit) ? sizes : [...sizes, limit].sort((a, b) => a - b)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-14">
      <p role="status" className="tabular-nums">
        {!isPastEnd && (
          <strong className="font-medium">
            {first} to {Math.min(page * limit, total)}{' '}
          </strong>
        )}
        <span className="text-muted-foreground">
          {!isPastEnd && 'of '}
          {hasMore && 'more than '}
          {total.toLocaleString('en-GB')}
          {isPastEnd && ' in total'}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex items-center gap-2 text-subtle-foreground">
          <span aria-hidden="true">Rows per page</span>
          <SelectField
            label="Rows per page"
            isLabelHidden
            options={known.map((size) => ({ value: String(size), label: String(size) }))}
            value={String(limit)}
            onChange={(event) => onLimit(Number(event.target.value))}
            fieldClassName="w-24"
          />
        </div>
        <nav aria-label="Pages in this list" className="flex items-center gap-1">
          <IconButton
            label="Previous page"
            icon={<ChevronLeft />}
            aria-disabled={page <= 1}
            onClick={() => onPage(Math.min(page - 1, pages))}
          />
          {shown(page, pages).map((number, index) =>
            number === null ? (
              // oxlint-disable-next-line react/no-array-index-key -- gaps have no other key
              <span key={`gap-${index}`} aria-hidden="true" className="px-2 text-muted-foreground">
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                aria-current={number === page ? 'page' : undefined}
                aria-label={`Page ${number}`}
                onClick={() => onPage(number)}
                className={cn(
                  buttonLook('ghost'),
                  'min-w-10 px-2 tabular-nums',
                  number === page && 'bg-foreground text-background hover:bg-foreground',
                )}
              >
                {number}
              </button>
            ),
          )}
          <IconButton
            label="Next page"
            icon={<ChevronRight />}
            aria-disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </nav>
      </div>
    </div>
  )
}

function shown(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages, ...(page <= 2 ? [2, 3] : [])]
  const numbers = [...new Set(wanted)].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b)
  return numbers.flatMap((number, index) =>
    index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? [null, number] : [number],
  )
}
