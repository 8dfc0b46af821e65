import { type Measured, expectShort, measure } from './longest-block.ts'

export const KB = 1024
export const MB = KB * KB

/** The worst shape of each input of a file of tests, which starts with none. */
export const worst: Measured[] = []

export type Inputs<Input> = readonly (readonly [shape: string, input: Input])[]

/** Measures each shape, and lists the worst. */
export async function worstOf<Input>(
  name: string,
  inputs: Inputs<Input>,
  work: (input: Input) => unknown,
) {
  const rows: Measured[] = []
  for (const [shape, input] of inputs)
    rows.push(await measure({ name, size: shape, work: () => work(input) }))
  for (const { size, block } of rows.filter(({ block }) => block > 50))
    console.info(`${name}, ${size}: ${block.toFixed(1)} ms`)
  const row = rows.reduce((one, other) => (other.block > one.block ? other : one))
  worst.push(row)
  expectShort([row])
}

export function filled(shape: string, length: number): string {
  return shape.repeat(Math.ceil(length / shape.length)).slice(0, length)
}

/** Each shape at this length. */
export function texts(length: number, shapes: readonly string[], size = sizeText(length)) {
  return shapes.map(
    (shape) => [`${size} of ${JSON.stringify(shape)}`, filled(shape, length)] as const,
  )
}

function sizeText(length: number) {
  if (length >= MB) return `${(length / MB).toFixed(0)} MB`
  return length >= 10 * KB ? `${(length / KB).toFixed(0)} KB` : `${length} characters`
}
