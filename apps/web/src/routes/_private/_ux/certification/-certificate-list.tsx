import { Link } from '@tanstack/react-router'
import type { CertificationSummary } from 'contract/certifications'
import { BadgeCheck } from 'lucide-react'
import { CertificationBadge } from '#features/certification/certification-badge.tsx'
import { formatDay } from '#features/certification/day.ts'
import { statusWords } from '#features/certification/status-words.ts'
import { buttonLook } from '#ui/button.tsx'
import { Panel } from '#ui/page.tsx'

interface CertificateListProps {
  label: string
  rows: CertificationSummary[]
  /** Of earlier years: what there is to do this year is louder. */
  isQuiet?: boolean
}

export function CertificateList({ label, rows, isQuiet = false }: CertificateListProps) {
  return (
    <Panel>
      <ul aria-label={label} className="divide-y">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
            <BadgeCheck
              aria-hidden="true"
              className="size-6 shrink-0 stroke-[1.5] text-subtle-foreground"
            />
            <div className="min-w-52 flex-1">
              <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-16 font-medium wrap-anywhere">
                {row.band === null ? row.title : `${row.title}: ${row.band}`}
                <CertificationBadge {...row} />
              </h3>
              <p className="text-14 text-muted-foreground">{rowWords(row)}</p>
            </div>
            <Link
              to="/certification/$certificationId"
              params={{ certificationId: String(row.id) }}
              className={buttonLook(row.status === 'valid' && !isQuiet ? 'primary' : 'outline')}
            >
              View certificate<span className="sr-only"> of {row.year}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function rowWords(row: CertificationSummary) {
  const words = `${row.number}. ${statusWords(row)}`
  return row.status === 'valid' ? `${words}, valid until ${formatDay(row.valid_until)}` : words
}
