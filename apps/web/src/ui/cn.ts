import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const merge = createTailwindMerge(() => CLASS_GROUPS)

export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}

type Part = string | { [name: string]: Part[] } | ((value: string) => boolean)

const any = (value: string) => value !== ''
const isLength = (value: string) => /^(\d+(\.\d+)?|px|\[[\d.]+(px|rem)\])$/.test(value)
const isText = (value: string) => /^(\d+|control|\[[\d.]+(px|r?em)\])$/.test(value)

/** Groups whose name is the prefix of their classes: `gap` has `gap-2` and `gap-4`. */
const BY_NAME = `p px py ps pe pt pr pb pl m mx my ms me mt mr mb ml w h size min-w max-w min-h max-h basis z order
  gap gap-x gap-y inset inset-x inset-y start end top right bottom left grid-cols col-start col-end row-start auto-cols
  grid-flow space-y items justify-self self place-items fill leading tracking duration delay animate
  scroll-mt overflow-x overflow-y rotate scale scale-x scale-y cursor opacity brightness origin select list break-after break-inside
  line-clamp pointer-events translate-x translate-y outline-offset underline-offset caret object appearance
  aspect field-sizing border-spacing resize accent rounded-e`

/** Groups whose classes set the same property under different prefixes. */
const BY_VALUE: Record<string, Part[]> = {
  display: ['block inline inline-block flex inline-flex grid contents hidden table'],
  position: ['fixed absolute relative sticky'],
  reading: ['sr-only not-sr-only'],
  visibility: ['visible invisible collapse'],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col'] }],
  'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
  flex: [{ flex: ['1', 'auto', 'initial', 'none', isLength] }],
  grow: [{ grow: ['', any] }],
  shrink: [{ shrink: ['', any] }],
  'col-span': [{ col: ['auto', { span: [any] }] }],
  justify: [{ justify: ['start', 'end', 'center', 'between'] }],
  content: [{ content: ['start'] }],
  overflow: [{ overflow: ['auto', 'hidden', 'clip', 'visible'] }],
  'font-size': [{ text: [isText] }],
  'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-color': [{ text: [any] }],
  'text-overflow': ['truncate'],
  'font-weight': [{ font: ['normal', 'medium', 'semibold'] }],
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-style': ['italic'],
  'text-decoration': ['underline no-underline'],
  'text-transform': ['uppercase'],
  figures: ['tabular-nums'],
  whitespace: [{ whitespace: [any] }],
  break: [{ break: ['words', 'all'] }],
  wrap: [{ wrap: ['break-word', 'anywhere', 'normal'] }],
  hyphens: [{ hyphens: ['auto'] }],
  align: [{ align: [any] }],
  'table-layout': [{ table: ['fixed'] }],
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  'border-style': [{ border: ['dashed'] }],
  ...borders(),
  ...rounded(),
  'divide-x': [{ 'divide-x': ['', isLength] }],
  'divide-y': [{ 'divide-y': ['', isLength] }],
  'stroke-w': [{ stroke: [isLength, (value) => /^\[[\d.]+\]$/.test(value)] }],
  stroke: [{ stroke: [any] }],
  shadow: [{ shadow: ['', any] }],
  'ring-w': [{ ring: ['', isLength] }],
  'ring-color': [{ ring: [any] }],
  'outline-style': [{ outline: ['none'] }],
  'outline-w': [{ outline: ['', isLength] }],
  'outline-color': [{ outline: [any] }],
  'bg-image': [{ bg: ['none', (value) => value.includes('gradient(')] }],
  bg: [{ bg: [any] }],
  transition: [{ transition: ['', any] }],
}

function borders() {
  const sides = ['', '-x', '-y', '-s', '-e', '-t', '-r', '-b', '-l']
  return Object.fromEntries(
    sides.flatMap((side) => [
      [`border-w${side}`, [{ [`border${side}`]: ['', isLength] }]],
      [`border-color${side}`, [{ [`border${side}`]: [any] }]],
    ]),
  ) as Record<string, Part[]>
}

function rounded() {
  const corners = ['', '-t', '-r', '-b', '-tl', '-tr']
  return Object.fromEntries(
    corners.map((corner) => [`rounded${corner}`, [{ [`rounded${corner}`]: ['', any] }]]),
  ) as Record<string, Part[]>
}

/** The other groups that a class overrides: `p-4` removes an earlier `px-2`. */
const MORE_SPECIAL = {
  overflow: 'overflow-x overflow-y',
  inset: 'inset-x inset-y start end top right bottom left',
  'inset-x': 'start end right left',
  'inset-y': 'top bottom',
  flex: 'basis grow shrink',
  gap: 'gap-x gap-y',
  p: 'px py ps pe pt pr pb pl',
  px: 'ps pe pr pl',
  py: 'pt pb',
  m: 'mx my ms me mt mr mb ml',
  mx: 'ms me mr ml',
  my: 'mt mb',
  size: 'w h',
  'font-size': 'leading',
  'line-clamp': 'display overflow',
  rounded: 'rounded-e rounded-t rounded-r rounded-b rounded-tl rounded-tr',
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-r': 'rounded-tr',
  'border-w':
    'border-w-x border-w-y border-w-s border-w-e border-w-t border-w-r border-w-b border-w-l',
  'border-w-x': 'border-w-s border-w-e border-w-r border-w-l',
  'border-w-y': 'border-w-t border-w-b',
}

function words(text: string) {
  return text.split(/\s+/)
}

function spread(parts: Part[]): Part[] {
  return parts.flatMap((part): Part[] => (typeof part === 'string' ? words(part) : [part]))
}

/**
 * Which classes override each other, for the classes that we use. The library's own list adds 20 KB to every page.
 * `cn.test.ts` compares every pair of classes in our sources with that list.
 */
const CLASS_GROUPS = {
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(words(BY_NAME).map((name) => [name, [{ [name]: [any] }]])),
    ...Object.fromEntries(Object.entries(BY_VALUE).map(([name, parts]) => [name, spread(parts)])),
  },
  conflictingClassGroups: Object.fromEntries(
    // Colours of borders override each other as widths do.
    ['border-w', 'border-color'].flatMap((kind) =>
      Object.entries(MORE_SPECIAL).map(([name, others]) => [
        name.replace('border-w', kind),
        words(others.replaceAll('border-w', kind)),
      ]),
    ),
  ),
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: words('* after before file first-letter placeholder selection'),
}
