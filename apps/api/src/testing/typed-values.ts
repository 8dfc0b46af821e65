/** A text as people type it, with its marks: words that are nowhere else, so that each part of it can be found again. */
export type Typed = { text: string; marks: string[] }

const EMOJI = '😀 🌿 🚀 🎯 🔥 🌊 🍀 🎲 🧭 🔭 🧩'.split(' ')
const HEBREW = 'א ב ג ד ה ו ז ח ט י ל'.split(' ')

/** A line with an emoji and a word from right to left, and, if there is room for lines, a second one. As long as is allowed. */
export function typed(name: string, most: number, at: number, { isLine = false } = {}): Typed {
  const own = [EMOJI[at] ?? '', `שלום${HEBREW[at]}`]
  const starts = [`${name}first`, ...(isLine ? [] : [`${name}second`])]
  const marks = [...starts, ...own]
  let text = `${starts[0]} ${own.join(' ')}${isLine ? '' : `\n${starts[1]}`}`
  for (let n = 1; text.length + 2 * (name.length + 8) < most; n += 1) {
    marks.push(`${name}${n}x`)
    text += ` ${name}${n}x`
  }
  const last = `${name}end`.padEnd(most - text.length - 1, 'z')
  return { text: `${text} ${last}`, marks: [...marks, last] }
}

/** The marks that a text lacks. Lines may be broken anywhere, and a PDF has letters in the order in which they are seen. */
export function missingIn(found: string, { marks }: Typed): string[] {
  const text = found.toLowerCase()
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u))
  const isThere = (mark: string) =>
    words.has(mark) || words.has(mark.split('').toReversed().join('')) || isEmojiIn(text, mark)
  return marks.filter((mark) => !isThere(mark.toLowerCase()))
}

function isEmojiIn(text: string, mark: string) {
  return /^\p{Extended_Pictographic}$/u.test(mark) && text.includes(mark)
}

/** Whether a text joins the first two lines. */
export function isJoined(found: string, { marks: [first = '', second = ''] }: Typed): boolean {
  return found.split('\n').some((row) => row.includes(first) && row.includes(second))
}
