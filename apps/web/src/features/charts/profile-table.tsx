import { formatValue, gapOf, type ProfileElement, type Scale } from './profile.ts'

type ProfileTableProps = { elements: readonly ProfileElement[]; scale: Scale; caption: string }

export function ProfileTable({ elements, scale, caption }: ProfileTableProps) {
  const hasCertified = elements.some((element) => element.certified !== null)
  const figure = (value: number | null) =>
    value === null ? 'Not scored' : formatValue(value, scale)
  return (
    <table className="w-full text-15">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-border text-right text-13 text-muted-foreground">
          <th scope="col" className="py-2.5 text-left font-medium">
            Element
          </th>
          <Head>Current</Head>
          <Head>Future</Head>
          <Head>Gap</Head>
          {hasCertified && <Head>Certified</Head>}
        </tr>
      </thead>
      <tbody>
        {elements.map((element) => (
          <tr key={element.id} className="border-b border-border text-right last:border-b-0">
            <th scope="row" className="py-3 text-left font-medium">
              <span className="mr-1.5 text-muted-foreground">{element.number}</span>
              {element.title}
            </th>
            <Cell>{figure(element.current)}</Cell>
            <Cell>{figure(element.future)}</Cell>
            <Cell>{gapOf(element, scale)}</Cell>
            {hasCertified && <Cell>{figure(element.certified)}</Cell>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="py-2.5 pl-3 font-medium sm:pl-6">
      {children}
    </th>
  )
}

function Cell({ children }: { children: string }) {
  return <td className="py-3 pl-3 tabular-nums sm:pl-6">{children}</td>
}
