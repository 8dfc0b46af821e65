const PATIENCE = 3000
const A_MOMENT = 1000

/** Focuses what is about to appear; when its time is over, what is there instead. */
export function focusSoon(id: string, otherwise: string, since = performance.now()) {
  const isLate = performance.now() - since > PATIENCE
  const target = shown(id) ?? (isLate ? shown(otherwise) : null)
  if (target) {
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'center' })
  } else if (!isLate) requestAnimationFrame(() => focusSoon(id, otherwise, since))
}

// In a part that is about to come forward it cannot be focused yet.
function shown(id: string) {
  const found = document.getElementById(id)
  return found && found.getClientRects().length > 0 ? found : null
}

/** What has the focus is about to go: then it comes here. */
export function focusInstead(id: string, since = performance.now()) {
  const isLost = document.activeElement === document.body
  if (isLost) document.getElementById(id)?.focus({ preventScroll: true })
  else if (performance.now() - since < A_MOMENT)
    requestAnimationFrame(() => focusInstead(id, since))
}
