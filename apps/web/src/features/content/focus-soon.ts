const PATIENCE = 3000

/** Focuses what is about to appear; when its time is over, what is there instead. */
export function focusSoon(id: string, otherwise: string, since = performance.now()) {
  const found = document.getElementById(id)
  const isLate = performance.now() - since > PATIENCE
  const target = found ?? (isLate ? document.getElementById(otherwise) : null)
  if (target) {
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'center' })
  } else if (!isLate) requestAnimationFrame(() => focusSoon(id, otherwise, since))
}
