import type { ContentImport } from 'contract/content-imports'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, plural } from '#core/plural.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

const FIRST = 100

interface ImportFaultsProps {
  found: ContentImport
  onAnother: () => void
}

export function ImportFaults({ found, onAnother }: ImportFaultsProps) {
  const [isAll, setAll] = useState(false)
  const { name, faults, fault_count } = found
  const shown = isAll ? faults : faults.slice(0, FIRST)
  return (
    <div className="space-y-5">
      <Alert
        variant="destructive"
        isLive
        icon={<CircleX />}
        title={plural(fault_count, { one: `# error in ${name}.`, other: `# errors in ${name}.` })}
        action={
          <Button variant="outline" onClick={onAnother}>
            Choose another file
          </Button>
        }
      >
        {plural(fault_count, {
          one: 'Nothing was imported. Fix the error in the file, then import it again.',
          other: 'Nothing was imported. Fix the errors in the file, then import it again.',
        })}
      </Alert>
      <section aria-label="Errors" className="overflow-hidden rounded-lg border bg-card">
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
            {`Show all ${formatNumber(faults.length)}`}
          </Button>
        )}
        {fault_count > faults.length && (
          <p className="text-14 text-muted-foreground">
            {`Only the first ${formatNumber(faults.length)} of ${formatNumber(fault_count)} errors can be shown.`}
          </p>
        )}
      </div>
    </div>
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
