import type { ComponentProps } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { InSight } from '#ui/in-sight.tsx'

/** Why a long form was not saved. The bar that saves it is always in sight, its end is not. */
export function SaveFailure(props: ComponentProps<typeof FailureAlert>) {
  return (
    <InSight news={props.error}>
      <FailureAlert {...props} />
    </InSight>
  )
}
