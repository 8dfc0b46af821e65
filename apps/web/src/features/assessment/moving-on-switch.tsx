import { Switch } from '#ui/switch.tsx'
import { useMovingOn } from './use-moving-on.ts'

/** Tells what choosing does, and turns it off. */
export function MovingOnSwitch() {
  const { movesOn, setMovesOn } = useMovingOn()
  return (
    <Switch
      label="Go to the next statement after you choose a current response"
      checked={movesOn}
      onChange={({ target }) => setMovesOn(target.checked)}
      className="gap-3 [&_label]:text-14 [&_label]:font-normal"
    />
  )
}
