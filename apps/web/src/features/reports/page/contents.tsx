import { type ReportPart, anchorOf, isOnlyPart } from '#features/reports/report-parts.ts'
import { PartTitle } from '#features/reports/elements/part-title.tsx'
import type { OpenParts } from '#features/reports/use-open-parts.ts'
import { REPORT_TITLES, compareTitle } from 'rules/report-titles'
import { elementNames } from 'rules/element-names'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { type ReactNode, useEffect, useState } from 'react'

interface ContentsProps {
  parts: readonly ReportPart[]
  open: OpenParts
  /** Whether anything is scored, so that something comes next. */
  hasNext: boolean
  /** The earlier year that the report is compared with. */
  compared: number | undefined
  hasVersions: boolean
}

/** Lists the elements, or the parts of a long report with the elements of open ones. */
export function Contents({ parts, open, hasNext, compared, hasVersions }: ContentsProps) {
  const nameOf = elementNames(parts.flatMap((part) => part.elements))
  const elements = parts.flatMap((part) => entriesOf(part, open, nameOf))
  const main = mainEntries(hasNext, compared)
  const after = hasVersions ? [{ title: 'Versions', anchor: 'versions' }] : []
  const all = [...main, ...elements, ...after]
  const inView = useSectionInView(all.map(({ anchor }) => anchor))
  const item = ({ title, anchor, isNested }: Entry) => (
    <li key={anchor}>
      <a
        href={`#${anchor}`}
        aria-current={inView === anchor ? 'true' : undefined}
        onClick={() => open.reveal(anchor)}
        className={cn(
          '-ms-px flex min-h-9 items-center border-s-[3px] border-transparent py-1.5 pe-2 ps-4 text-14 wrap-anywhere text-subtle-foreground hover:text-foreground',
          isNested && 'ps-7',
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
      className="report-contents sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto border-s ps-px lg:block"
    >
      <ul>{main.map(item)}</ul>
      <p id="contents-elements" className="mt-2 mb-0.5 ps-4 text-13 text-muted-foreground">
        Elements
      </p>
      <ul aria-labelledby="contents-elements">{elements.map(item)}</ul>
      {after.length > 0 && <ul className="mt-2 border-t pt-2">{after.map(item)}</ul>}
    </nav>
  )
}

interface Entry {
  title: ReactNode
  anchor: string
  isNested?: boolean
}

function entriesOf(
  part: ReportPart,
  open: OpenParts,
  nameOf: ReturnType<typeof elementNames>,
): Entry[] {
  const { anchor, elements } = part
  const ofPart = elements.map((element) => ({
    title: <ContentText>{nameOf(element)}</ContentText>,
    anchor: anchorOf(element.id),
  }))
  if (isOnlyPart(part)) return ofPart
  const nested = open.isOpen(anchor) ? ofPart : []
  return [
    { title: <PartTitle part={part} />, anchor },
    ...nested.map((entry) => ({ ...entry, isNested: true })),
  ]
}

function mainEntries(hasNext: boolean, compared: number | undefined): Entry[] {
  return [
    { title: 'Summary', anchor: 'summary' },
    ...(hasNext ? [{ title: REPORT_TITLES.next, anchor: 'next' }] : []),
    ...(compared === undefined ? [] : [{ title: compareTitle(compared), anchor: 'earlier' }]),
    { title: REPORT_TITLES.profile, anchor: 'profile' },
    { title: REPORT_TITLES.actions, anchor: 'actions' },
  ]
}

/** The id of the last section whose heading has passed the upper quarter of the window. */
function useSectionInView(ids: string[]) {
  const [inView, setInView] = useState(ids[0])
  const list = ids.join(' ')
  useEffect(() => {
    const known = list.split(' ')
    const update = () => {
      const line = window.innerHeight / 4
      const passed = known.filter((id) => topOf(id) <= line)
      setInView(passed.at(-1) ?? known[0])
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [list])
  return inView
}

function topOf(id: string) {
  return document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Infinity
}
