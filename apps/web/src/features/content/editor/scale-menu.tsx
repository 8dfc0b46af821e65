import { ChevronDown, ListOrdered } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useDraft } from '#features/content/builder-context.ts'
import { SCALES } from './scales.ts'
import { lazyPart } from '#core/lazy-part.ts'

const OwnScaleDialog = lazyPart(() => import('./own-scale-dialog.tsx'), 'OwnScaleDialog')

interface ScaleMenuProps {
  label: string
  onChoose: (labels: readonly string[]) => void
}

export function ScaleMenu({ label, onChoose }: ScaleMenuProps) {
  const own = useDraft((state) => state.head.value.scale)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" size="xs" icon={<ListOrdered />} iconEnd={<ChevronDown />}>
            {label}
          </Button>
        }
      >
        {own.length > 0 && (
          <>
            <Scale name="Levels in this set" labels={own} onChoose={onChoose} />
            <MenuSeparator />
          </>
        )}
        {SCALES.map((scale) => (
          <Scale key={scale.name} {...scale} onChoose={onChoose} />
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setAsking(true)}>Custom levels</MenuItem>
      </Menu>
      {isAsking && (
        <Suspense>
          <OwnScaleDialog onClose={() => setAsking(false)} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  )
}

interface ScaleProps {
  name: string
  labels: readonly string[]
  onChoose: (labels: readonly string[]) => void
}

function Scale({ name, labels, onChoose }: ScaleProps) {
  return (
    <MenuItem onSelect={() => onChoose(labels)}>
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block max-w-72 text-13 text-muted-foreground">{labels.join(', ')}</span>
      </span>
    </MenuItem>
  )
}
