import { Check, History } from 'lucide-react'
import { Button } from '#ui/button.tsx'

interface ConfirmCarriedProps {
  year: number | null
  onConfirm: () => void
}

export function ConfirmCarried({ year, onConfirm }: ConfirmCarriedProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 rounded-lg bg-primary-tint py-2.5 pr-2.5 pl-4 max-md:mx-(--gutter)">
      <History aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">From {year ?? 'an earlier year'}.</strong> Is this still
        correct?
      </p>
      <Button icon={<Check aria-hidden="true" />} onClick={onConfirm}>
        Confirm
      </Button>
    </div>
  )
}
