import styles from './integrations.module.css'

/** Names as a program writes them, one under the other. */
export function Codes({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles['codes']}>
      {of.map((name) => (
        <li key={name} className="r-code">
          {name}
        </li>
      ))}
    </ul>
  )
}
