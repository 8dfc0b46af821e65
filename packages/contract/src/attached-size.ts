/** Largest size of a file. */
const MOST_BYTES = 25 * 1024 * 1024

export const EMPTY_FILE = 'This file is empty. Choose another file.'
export const TOO_LARGE_FILE = 'This file is larger than 25 MB.'

/** What is wrong with the size of a file, checked before it is sent. */
export function sizeFault(bytes: number): string | undefined {
  if (bytes === 0) return EMPTY_FILE
  return bytes > MOST_BYTES ? TOO_LARGE_FILE : undefined
}
