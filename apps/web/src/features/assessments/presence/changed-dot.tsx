/** Others changed this since the user last looked. */
export function ChangedDot({ label }: { label?: string }) {
  return (
    <span className="grid shrink-0 place-items-center">
      <span aria-hidden="true" className="size-2 rounded-full bg-state-future" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
