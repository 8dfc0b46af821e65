/** Going back can show a page as it was left, without loading it: what it knew may no longer be so. */
export function onRestored(listener: () => void) {
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener()
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}
