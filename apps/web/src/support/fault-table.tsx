import type { Fault } from 'contract/content-format'
import { useState } from 'react'
import { formatNumber } from 'rules/plural'
import { Button } from '#ui/button.tsx'

const FIRST = 100

interface FaultTableProps {
  faults: readonly Fault[]
  /** Of all faults, which may be more than can be shown. */
  count: number
}

/** What is wrong with a file, and where. */
export function FaultTable({ faults, count }: FaultTableProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? faults : faults.slice(0, FIRST)
  return (
    <>
      <section aria-label="Errors" className="shrink-0 overflow-hidden rounded-lg border bg-card">
        <table className="w-full text-14">
          <thead className="border-b bg-muted text-left text-13 text-subtle-foreground">
            <tr>
              {['Location', 'What to fix'].map((head) => (
                <th key={head} scope="col" className="px-4 py-2.5 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ place, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one place can have the same fault twice
              <tr key={index} className="border-b align-top last:border-0">
                <th scope="row" className="w-2/5 px-4 py-2.5 text-left font-normal">
                  <code className="font-mono text-13 wrap-anywhere">
                    {broken(place || 'The file')}
                  </code>
                </th>
                <td className="px-4 py-2.5 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center gap-4">
        {faults.length > shown.length && (
          <Button variant="outline" onClick={() => setAll(true)}>
            {`Show ${count > faults.length ? 'the first' : 'all'} ${formatNumber(faults.length)}`}
          </Button>
        )}
        {count > faults.length && (
          <p className="text-14 text-muted-foreground">
            {`Showing the first ${formatNumber(shown.length)} of ${formatNumber(count)} errors.`}
          </p>
        )}
      </div>
    </>
  )
}

/** Lets a long path break after a dot. */
function broken(place: string) {
  return place.split('.').flatMap((part, index) => {
    if (index === 0) return [part]
    // oxlint-disable-next-line react/no-array-index-key -- the index is the position in the path
    return ['.', <wbr key={index} />, part]
  })
}
