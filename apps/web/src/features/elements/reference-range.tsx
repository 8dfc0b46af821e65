/** `E51 to E100` */
export function ReferenceRange({ range }: { range: { from: string; to: string } }) {
  return (
    <>
      <bdi>{range.from}</bdi> to <bdi>{range.to}</bdi>
    </>
  )
}
