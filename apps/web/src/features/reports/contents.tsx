import type { ReportSnapshot } from 'contract/reports'
import { anchorOf } from './report-profile.ts'
import { cn } from '#ui/cn.ts'
import { useEffect, useState } from 'react'

interface ContentsProps {
  snapshot: ReportSnapshot
  hasEarlier: boolean
  hasVersions: boolean
  onElement: (id: number) => void
}

export function Contents({ snapshot, hasEarlier, hasVersions, onElement }: ContentsProps) {
  const elements = snapshot.elements.map(({ id, title }) => ({ id, title, anchor: anchorOf(id) }))
  const after = [
    ...(hasEarlier ? [{ title: 'Earlier years', anchor: 'earlier' }] : []),
    ...(hasVersions ? [{ title: 'Versions', anchor: 'versions' }] : []),
  ]
  const all = [...MAIN, ...elements, ...after]
  const inView = useSectionInView(all.map(({ anchor }) => anchor))
  const item = ({ title, anchor }: { title: string; anchor: string }, onClick?: () => void) => (
    <li key={anchor}>
      <a
        href={`#${anchor}`}
        aria-current={inView === anchor ? 'true' : undefined}
        onClick={onClick}
        className={cn(
          '-ml-px flex min-h-9 items-center border-l-[3px] border-transparent py-1.5 pr-2 pl-4 text-14 wrap-anywhere text-subtle-foreground hover:text-foreground',
          inView === anchor && 'border-primary-ui font-semibold text-foreground',
        )}
      >
        <span className="min-w-0">{title}</span>
      </a>
    </li>
  )
  return (
    <nav
      aria-label="Contents"
      className="report-contents sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto border-l pl-px lg:block"
    >
      <ul>{MAIN.map((section) => item(section))}</ul>
      <p id="contents-elements" className="mt-2 mb-0.5 pl-4 text-13 text-muted-foreground">
        Elements
      </p>
      <ul aria-labelledby="contents-elements">
        {elements.map((element) => item(element, () => onElement(element.id)))}
      </ul>
      {after.length > 0 && (
        <ul className="mt-2 border-t pt-2">{after.map((section) => item(section))}</ul>
      )}
    </nav>
  )
}

const MAIN = [
  { title: 'Summary', anchor: 'summary' },
  { title: 'Profile', anchor: 'profile' },
  { title: 'Actions', anchor: 'actions' },
]

/** The id of the last section whose heading has passed the upper quarter of the window. */
function useSectionInView(ids: string[]) {
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
