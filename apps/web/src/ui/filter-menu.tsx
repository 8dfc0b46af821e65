import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { Ref } from 'react'
import { buttonLook } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Menu, MENU_ITEM_LOOK } from '#ui/menu.tsx'

export interface FilterMenuProps {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  isMany?: boolean | undefined
  isCountHidden?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  errorId?: string | undefined
  onChoose: (chosen: string[]) => void
}

export function FilterMenu({ ref, ...props }: FilterMenuProps) {
  const { label, options, chosen, isMany, isCountHidden, onChoose } = props
  const hasCount = chosen.length > 0 && !isCountHidden
  function choose(value: string, isChosen: boolean) {
    const others = isMany ? chosen.filter((other) => other !== value) : []
    onChoose(isChosen ? [...others, value] : others)
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          ref={ref}
          type="button"
          aria-describedby={props.errorId}
          className={cn(buttonLook('outline'), 'justify-between', hasCount && 'border-foreground')}
        >
          {label}
          {hasCount && (
            <span className="grid size-5 place-items-center rounded-full bg-foreground text-12 text-background tabular-nums">
              {chosen.length}
            </span>
          )}
          <ChevronDown />
        </button>
      }
    >
      {options.length === 0 && (
        <p className="px-2.5 py-2 text-14 text-muted-foreground">No options</p>
      )}
      {options.map((option) => (
        <Radix.CheckboxItem
          key={option.value}
          checked={chosen.includes(option.value)}
          onCheckedChange={(isChosen) => choose(option.value, isChosen)}
          onSelect={(event) => isMany && event.preventDefault()}
          className={cn(MENU_ITEM_LOOK, 'justify-between')}
        >
          {option.label}
          <Radix.ItemIndicator>
            <Check />
          </Radix.ItemIndicator>
        </Radix.CheckboxItem>
      ))}
    </Menu>
  )
}
