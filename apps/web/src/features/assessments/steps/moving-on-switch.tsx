import { Switch } from '#ui/switch.tsx'
import { useMovingOn } from './use-moving-on.ts'

/** Tells what choosing does, and turns it off. */
export function MovingOnSwitch() {
  const { movesOn, setMovesOn } = useMovingOn()
  return (
    <Switch
      label="Go to the next statement after each answer"
      checked={movesOn}
      onChange={({ target }) => setMovesOn(target.checked)}
      className="gap-3 [&_label]:text-14 [&_label]:font-normal md:short:pointer-fine:[&>span]:min-h-9"
    />
  )
}
