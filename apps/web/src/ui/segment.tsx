import { RadioGroup } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { cn } from '#ui/cn.ts'

export interface SegmentProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  value: Value
  onValueChange: (value: Value) => void
  isWide?: boolean | undefined
  ref?: Ref<HTMLDivElement> | undefined
  errorId?: string | undefined
  className?: string | undefined
}

export const SEGMENT_FRAME =
  'inline-flex max-w-full min-h-control items-stretch max-sm:flex-wrap rounded-md border border-input bg-card p-[3px] has-disabled:border-dashed has-disabled:bg-transparent'
export const SEGMENT_PART =
  'inline-flex flex-1 items-center justify-center gap-2 rounded-sm px-2.5 py-1 text-control font-medium sm:px-4 sm:whitespace-nowrap text-subtle-foreground transition-colors duration-120 hover:text-foreground data-[state=checked]:bg-foreground data-[state=checked]:text-background disabled:cursor-not-allowed disabled:text-muted-foreground disabled:data-[state=checked]:bg-muted disabled:data-[state=checked]:text-foreground [&_svg]:size-4.5 [&_svg]:stroke-[1.75]'

export function Segment<Value extends string>({ ref, ...props }: SegmentProps<Value>) {
  return (
    <RadioGroup.Root
      ref={ref}
      aria-label={props.label}
      aria-describedby={props.errorId}
      aria-invalid={props.errorId ? true : undefined}
      orientation="horizontal"
      value={props.value}
      onValueChange={(chosen) => {
        const option = props.options.find(({ value }) => value === chosen)
        if (option) props.onValueChange(option.value)
      }}
      className={cn(SEGMENT_FRAME, props.isWide && 'flex w-full', props.className)}
    >
      {props.options.map(({ value, label, icon }) => (
        <RadioGroup.Item key={value} value={value} className={SEGMENT_PART}>
          {icon}
          {label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
