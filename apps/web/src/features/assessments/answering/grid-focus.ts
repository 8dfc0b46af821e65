export type Column = 'current' | 'future'
export interface Cell {
  row: number
  column: Column
}

/** From right to left, the future column is on the left. */
export function logicalArrowKey(key: string, direction: 'ltr' | 'rtl'): string {
  if (direction === 'ltr') return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}

/** Arrow keys skip hidden rows and future cells below the current response. */
export function moveCell(
  cell: Cell,
  key: string,
  rows: readonly number[],
  firstFuture: number,
): Cell | null {
  const step = (by: 1 | -1) => {
    const open = openRows(cell.column, rows, firstFuture)
    return { ...cell, row: open[open.indexOf(cell.row) + by] ?? cell.row }
  }
  switch (key) {
    case 'ArrowUp':
      return step(-1)
    case 'ArrowDown':
      return step(1)
    case 'ArrowLeft':
      return clampCell({ ...cell, column: 'current' }, rows, firstFuture)
    case 'ArrowRight':
      return openRows('future', rows, firstFuture).length === 0
        ? cell
        : clampCell({ ...cell, column: 'future' }, rows, firstFuture)
    default:
      return null
  }
}

/** The cell itself, or the nearest one that can be chosen. */
export function clampCell(cell: Cell, rows: readonly number[], firstFuture: number): Cell {
  const open = openRows(cell.column, rows, firstFuture)
  return { ...cell, row: open.findLast((row) => row <= cell.row) ?? open[0] ?? cell.row }
}

function openRows(column: Column, rows: readonly number[], firstFuture: number) {
  return column === 'future' ? rows.filter((row) => row >= firstFuture) : rows
}
