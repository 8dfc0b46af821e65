/** `E51 to E100` */
export function ReferenceRange({ range }: { range: { from: string; to: string } }) {
  return (
    <>
      <bdi translate="no">{range.from}</bdi> to <bdi translate="no">{range.to}</bdi>
    </>
  )
}
