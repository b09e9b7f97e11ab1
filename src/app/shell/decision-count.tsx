import { Plural } from '@lingui/react/macro'
import { readDecisions, countDecisions, MAX_DECISIONS } from '#domain/jobs/index.ts'
import { useEndpointData } from '#ui/index.ts'
import styles from './shell.module.css'

/** Number of decisions waiting for a supervisor. Renders nothing if it is zero or unknown. */
export function DecisionCount() {
  const [loadable] = useEndpointData(readDecisions, {})
  const count = loadable.kind === 'here' ? countDecisions(loadable.value) : 0
  if (count === 0) return null
  return (
    <>
      <span className={styles['count']} aria-hidden="true">
        {count < MAX_DECISIONS ? count : `${MAX_DECISIONS - 1}+`}
      </span>{' '}
      <span className="r-hidden">
        <Plural value={count} one="# pending decision" other="# pending decisions" />
      </span>
    </>
  )
}
