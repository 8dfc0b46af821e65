import { cn } from '#ui/cn.ts'

interface TenantMarkProps {
  name: string
  logoUrl?: string | null | undefined
  className?: string | undefined
}

export function TenantMark({ name, logoUrl, className }: TenantMarkProps) {
  const look = cn('size-8.5 shrink-0 rounded-md', className)
  if (logoUrl) {
    // Not every logo is made for a dark ground: there it stands on a white plate.
    return (
      <img src={logoUrl} alt="" className={cn(look, 'object-contain dark:bg-white dark:p-1')} />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid place-items-center bg-primary text-16 font-semibold text-primary-foreground select-none',
        look,
      )}
    >
      {Array.from(name.trim())[0]?.toLocaleUpperCase('en-GB')}
    </span>
  )
}
