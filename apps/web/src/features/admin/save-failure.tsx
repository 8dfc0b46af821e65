import { type ComponentProps, useEffect, useRef } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'

/** Why a long form was not saved. The bar that saves it is always in sight, its end is not. */
export function SaveFailure({ error, ...rest }: ComponentProps<typeof FailureAlert>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={place}>
      <FailureAlert error={error} {...rest} />
    </div>
  )
}
