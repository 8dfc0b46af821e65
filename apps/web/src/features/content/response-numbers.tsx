import { createContext, useContext } from 'react'
import { lowestNumber, responseNumbers, responseOfDigit } from 'rules/response-numbers'

type Numbered = Parameters<typeof lowestNumber>[0]

const Lowest = createContext(1)

/** The content set whose responses are numbered. */
export function NumberedBy({ set, children }: { set: Numbered; children: React.ReactNode }) {
  const lowest = lowestNumber(set)
  return <Lowest value={lowest}>{children}</Lowest>
}

/** The number of each response, null for one that has none. */
export function useResponseNumbers(responses: readonly { label: string }[]) {
  const labels = responses.map(({ label }) => label)
  return responseNumbers(labels, useContext(Lowest))
}

/** The place of the response that a digit key chooses, -1 for none. */
export function useDigits(responses: readonly { label: string }[]) {
  const { numbers } = useResponseNumbers(responses)
  return (digit: number) => responseOfDigit(numbers, digit)
}
