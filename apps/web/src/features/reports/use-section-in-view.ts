import { useEffect, useState } from 'react'

/** The id of the last section whose head has passed the upper quarter of the window. */
export function useSectionInView(ids: string[]) {
  const [inView, setInView] = useState(ids[0])
  const list = ids.join(' ')
  useEffect(() => {
    const known = list.split(' ')
    const look = () => {
      const line = window.innerHeight / 4
      const passed = known.filter((id) => topOf(id) <= line)
      setInView(passed.at(-1) ?? known[0])
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [list])
  return inView
}

function topOf(id: string) {
  return document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Infinity
}
