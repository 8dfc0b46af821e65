/** A file may have so many bytes. */
const MOST_BYTES = 25 * 1024 * 1024

export const EMPTY_FILE = 'This file is empty: choose one with something in it'
export const TOO_LARGE_FILE = 'This file is larger than 25 MB.'

/** What is wrong with a file of so many bytes, before one of them is sent. */
export function sizeFault(bytes: number): string | undefined {
  if (bytes === 0) return EMPTY_FILE
  return bytes > MOST_BYTES ? TOO_LARGE_FILE : undefined
}
