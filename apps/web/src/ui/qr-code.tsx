import encodeQr from 'qr'
import { cn } from '#ui/cn.ts'

interface QrCodeProps {
  text: string
  label: string
  className?: string
}

/** Dark on white in every theme, because many cameras can't read inverted codes. */
export function QrCode({ text, label, className = 'size-48' }: QrCodeProps) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 3 })
  const dots = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={cn('rounded-lg border bg-white', className)}
    >
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
