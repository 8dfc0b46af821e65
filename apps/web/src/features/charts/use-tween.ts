import { useEffect, useRef, useState } from 'react'

/** Animates to a value over 320 ms, or not at all with reduced motion. */
export function useTween(target: number | null, duration = 320): number | null {
  const [shown, setShown] = useState(target)
  const latest = useRef(target ?? 0)

  useEffect(() => {
    const from = latest.current
    const still = target === null || from === target
    if (still || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      latest.current = target ?? 0
      setShown(target)
      return undefined
    }
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const passed = Math.min(1, Math.max(0, now - start) / duration)
      latest.current = passed === 1 ? target : from + (target - from) * (1 - (1 - passed) ** 4)
      setShown(latest.current)
      if (passed < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target, duration])

  return shown
}
