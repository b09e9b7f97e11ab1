/** Identifiers in code style, one per line. */
export function CodeList({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className="r-row r-gap-0 r-gap-x-12 r-plain">
      {codes.map((name) => (
        <li key={name} className="r-code">
          {name}
        </li>
      ))}
    </ul>
  )
}
