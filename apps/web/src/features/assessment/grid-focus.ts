export type Column = 'current' | 'future'
export interface Cell {
  row: number
  column: Column
}

/** Arrow keys skip future cells below the current response, which can't be chosen. */
export function moveCell(cell: Cell, key: string, rows: number, firstFuture: number): Cell | null {
  switch (key) {
    case 'ArrowUp':
      return inside({ ...cell, row: cell.row - 1 }, rows, firstFuture)
    case 'ArrowDown':
      return inside({ ...cell, row: cell.row + 1 }, rows, firstFuture)
    case 'ArrowLeft':
      return { ...cell, column: 'current' }
    case 'ArrowRight':
      return inside({ ...cell, column: 'future' }, rows, firstFuture)
    default:
      return null
  }
}

export function inside(cell: Cell, rows: number, firstFuture: number): Cell {
  const lowest = cell.column === 'future' ? firstFuture : 0
  return { ...cell, row: Math.min(Math.max(cell.row, lowest), rows - 1) }
}
