import { ChevronDown, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { plural } from 'rules/plural'
import { ContentText, useContentDirection } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type ElementGroup, isLong } from 'rules/element-groups'
import { type ListedElement, listGroups } from './element-groups.ts'
import { findElements } from './find-elements.ts'
import { ReferenceRange } from './reference-range.tsx'

/** The most results that a search shows. */
const MAX_FOUND = 50

interface GroupedListProps<Element extends ListedElement> {
  elements: readonly Element[]
  /** The element whose group is open at first. */
  openId: number | undefined
  /** Figures next to a group's name: "3 of 12 complete". */
  aside: (elements: readonly Element[]) => string
  /** Class names of the lists and of the groups' headings. */
  looks: { list: string; head: string }
  children: (element: Element) => ReactNode
}

/** A list of elements by group. A long one is collapsed and has a search. */
export function GroupedList<Element extends ListedElement>(props: GroupedListProps<Element>) {
  const { elements, looks, children } = props
  const direction = useContentDirection()
  const [search, setSearch] = useState('')
  const list = (shown: readonly Element[], label?: string) => (
    <ol dir={direction} className={looks.list} aria-labelledby={label}>
      {shown.map((element) => (
        <li key={element.id}>{children(element)}</li>
      ))}
    </ol>
  )
  if (!isLong(elements)) return <ShortList {...props} list={list} />
  const found = search.trim() === '' ? null : findElements(elements, search)
  return (
    <>
      <TextField
        type="search"
        label="Find an element"
        isLabelHidden
        placeholder="Find an element"
        icon={<Search />}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        fieldClassName="mb-3"
        dir="auto"
      />
      <p role="status" className={found ? 'mb-2 text-14 text-muted-foreground' : 'sr-only'}>
        {found && foundText(found.length)}
      </p>
      {found === null ? (
        <CollapsedGroups {...props} list={list} />
      ) : (
        found.length > 0 && list(found.slice(0, MAX_FOUND))
      )}
    </>
  )
}

type GroupsProps<Element extends ListedElement> = GroupedListProps<Element> & {
  list: (shown: readonly Element[], label?: string) => ReactNode
}

function ShortList<Element extends ListedElement>({ elements, looks, list }: GroupsProps<Element>) {
  const id = useId()
  const direction = useContentDirection()
  return listGroups(elements).map(({ name, elements: members }, index) => {
    if (name === null) return <div key="">{list(members)}</div>
    const label = `${id}-${index}`
    return (
      <div key={name} className="not-first:mt-4">
        <p id={label} dir={direction} className={looks.head}>
          <ContentText>{name}</ContentText>
        </p>
        {list(members, label)}
      </div>
    )
  })
}

function CollapsedGroups<Element extends ListedElement>({
  elements,
  openId,
  ...props
}: GroupsProps<Element>) {
  const groups = listGroups(elements)
  const direction = useContentDirection()
  const openIndex = groups.findIndex((group) => group.elements.some(({ id }) => id === openId))
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([Math.max(openIndex, 0)]))
  const [previous, setPrevious] = useState(openIndex)
  if (openIndex !== previous) {
    setPrevious(openIndex)
    setOpen((before) => new Set([...before, openIndex]))
  }
  return groups.map((group, index) => (
    <details
      key={`${group.name} ${group.range?.from}`}
      open={open.has(index)}
      onToggle={({ currentTarget: { open: isOpen } }) =>
        setOpen((before) => {
          if (before.has(index) === isOpen) return before
          const others = [...before].filter((each) => each !== index)
          return new Set(isOpen ? [...others, index] : others)
        })
      }
      className="group/part"
    >
      <summary
        dir={direction}
        className={`${props.looks.head} flex min-h-11 list-none items-center gap-3 rounded-md hover:bg-muted [&::-webkit-details-marker]:hidden`}
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <GroupName {...group} />
        </span>
        <OwnText className="shrink-0 text-13 font-normal text-muted-foreground tabular-nums">
          {props.aside(group.elements)}
        </OwnText>
        <ChevronDown className="size-4.5 shrink-0 stroke-[1.75] transition-transform duration-200 group-open/part:rotate-180" />
      </summary>
      {open.has(index) && props.list(group.elements)}
    </details>
  ))
}

function GroupName({ name, range }: Pick<ElementGroup<ListedElement>, 'name' | 'range'>) {
  const references = range && (
    <OwnText>
      <ReferenceRange range={range} />
    </OwnText>
  )
  if (name === null) return references
  return (
    <>
      <ContentText>{name}</ContentText> {references}
    </>
  )
}

function foundText(count: number) {
  if (count === 0) return 'No elements match your search.'
  const all = plural(count, { one: '# element found.', other: '# elements found.' })
  return count > MAX_FOUND ? `${all} Showing the first ${MAX_FOUND}.` : all
}
