import { cn } from '#ui/cn.ts'

interface BandRungsProps {
  /** Lowest first. */
  bands: readonly string[]
  band: string
}

export function BandRungs({ bands, band }: BandRungsProps) {
  const reached = bands.indexOf(band)
  return (
    <ol className="mt-6 flex gap-2" aria-label="Bands">
      {bands.map((label, index) => (
        <li key={label} className="min-w-0 flex-1">
          <span
            aria-hidden="true"
            className={cn(
              'block h-2.5 rounded-full border border-current',
              index <= reached && 'bg-current',
            )}
          />
          <span
            {...(index === reached && { 'aria-current': 'true' })}
            className={cn(
              'narrow mt-1.5 block text-13 wrap-anywhere md:text-14',
              index === reached && 'font-semibold',
            )}
          >
            <span className="max-md:sr-only">{index + 1} </span>
            {label}
          </span>
        </li>
      ))}
    </ol>
  )
}
