import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apart } from './apart.ts'

const Passing = ({ children }: { children: ReactNode }) => <p>{children}</p>
const List = ({ children }: { children: readonly object[] }) => <p>{children.length}</p>
const count = 3
const none = false
const text = 'Save'
const icon = <i key="icon" />

test.each(
  Object.entries({
    'a text alone stays as it is': [() => <p>Save</p>, '<p>Save</p>'],
    'a text beside nothing stays as it is': [() => <p>{none} Save</p>, '<p> Save</p>'],
    'texts that follow each other are one': [() => <p>{count} of 4</p>, '<p>3 of 4</p>'],
    'so are numbers': [
      () => (
        <p>
          {count}
          {count}
        </p>
      ),
      '<p>33</p>',
    ],
    'a text beside an element gets one of its own': [
      () => <p>Save {icon}</p>,
      '<p><span>Save </span><i></i></p>',
    ],
    'so do the texts on each side of an element': [
      () => (
        <p>
          {count} of {icon} {count}
        </p>
      ),
      '<p><span>3 of </span><i></i><span> 3</span></p>',
    ],
    'a space between elements stays': [
      () => (
        <p>
          {icon} {icon}
        </p>
      ),
      '<p><i></i> <i></i></p>',
    ],
    'a component gets its texts as one': [() => <Passing>Save {count}</Passing>, '<p>Save 3</p>'],
    'a component passes on what it gets': [
      () => <Passing>{icon}Save</Passing>,
      '<p><i></i><span>Save</span></p>',
    ],
    'a list for a component stays as it is': [() => <List>{[]}</List>, '<p>0</p>'],
    'a text without an element gets one': [() => <>{text}</>, '<span>Save</span>'],
    'several texts without an element get one': [() => <>{text} all</>, '<span>Save all</span>'],
    'in a drawing a text beside another is a part of it': [
      () => (
        <text>
          {text}
          <tspan>all</tspan>
        </text>
      ),
      '<text><tspan>Save</tspan><tspan>all</tspan></text>',
    ],
    'an option has one text': [() => <option>{text} all</option>, '<option>Save all</option>'],
  } satisfies Record<string, [() => ReactNode, string]>),
)('%s', (_, [element, markup]) => {
  expect(renderToStaticMarkup(element())).toBe(markup)
})

test('elements keep their places', () => {
  const { children } = apart('p', { children: [text, ' all', icon] })
  expect(children).toEqual([expect.objectContaining({ type: 'span' }), null, icon])
})
