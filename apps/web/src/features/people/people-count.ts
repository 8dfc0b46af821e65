/** "1 person", "37 people". */
export function peopleCount(count: number) {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}
