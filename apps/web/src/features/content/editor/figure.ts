const FIGURE = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/** What is typed as a figure: with a comma or a point, pasted with spaces between thousands. What is none stays as it is. */
export function figureOf(text: string): number | string | null {
  const bare = text
    .trim()
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '')
    .replace(/^\u2212/, '-')
  if (bare === '') return null
  const figure = Number(bare.replace(',', '.'))
  return FIGURE.test(bare) && Number.isFinite(figure) ? figure : text
}
