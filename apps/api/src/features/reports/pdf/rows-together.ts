/** Fewer rows of a table are not left alone on a page. */
const FEWEST = 3

/** Characters of rows that are kept on one page. More could leave most of the page before empty. */
const MOST = 1100

/**
 * How many rows from each on stay on one page; 0 for the others of such a group. The first three rows and the last
 * three are groups, so that no page ends or starts with fewer. Each size is a row's number of characters.
 */
export function rowsTogether(sizes: readonly number[]): number[] {
  if (sizes.length < 2 * FEWEST) {
    const all = fitting(sizes, sizes.length)
    if (all === sizes.length) return group(all)
  }
  const first = fitting(sizes, FEWEST)
  const last = fitting(sizes.slice(first).toReversed(), FEWEST)
  const between = sizes.length - first - last
  return [...group(first), ...Array.from({ length: between }, () => 1), ...group(last)]
}

/** How many of the first rows are short enough to be on one page, one at least. */
function fitting(sizes: readonly number[], wanted: number) {
  let total = 0
  const within = sizes.slice(0, wanted).findIndex((size) => (total += size) > MOST)
  return within === -1 ? Math.min(wanted, sizes.length) : Math.max(1, within)
}

function group(rows: number) {
  return Array.from({ length: rows }, (_, index) => (index === 0 ? rows : 0))
}
