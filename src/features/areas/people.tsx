import { Plural } from '@lingui/react/macro'
import type { AreaUser } from '#domain/places/index.ts'
import styles from './areas.module.css'

/** Users by name; only the first if there are very many. */
export function People({ users, total }: { readonly users: readonly AreaUser[]; readonly total: number }) {
  const more = total - users.length
  return (
    <ul className={`r-scrolls ${styles['people']}`}>
      {users.map(({ userMuniCore, nombre, email }) => (
        <li key={userMuniCore}>
          {nombre} ({userMuniCore}), {email}
        </li>
      ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  )
}
