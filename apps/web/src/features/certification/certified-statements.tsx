import type { ReportSnapshot } from 'contract/reports'
import { useState } from 'react'
import { Elements } from '#features/reports/report-elements.tsx'

/** Every statement with its three answers, as it was frozen. */
export function CertifiedStatements({ snapshot }: { snapshot: ReportSnapshot }) {
  const [open, setOpen] = useState<number[]>([])
  return (
    <div className="mt-10">
      <Elements
        snapshot={snapshot}
        open={open}
        onChange={(id, isOpen) =>
          setOpen((before) => [...before.filter((each) => each !== id), ...(isOpen ? [id] : [])])
        }
      />
    </div>
  )
}
