import { useSyncExternalStore } from 'react'

// Below this width the builder shows one part at a time.
const query = window.matchMedia('(width < 1024px)')

function subscribe(onChange: () => void) {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export function useNarrow() {
  return useSyncExternalStore(subscribe, () => query.matches)
}
