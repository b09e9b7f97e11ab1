import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import type { OwnEvent } from '#domain/citizens/index.ts'
import { PageSection, useFormats } from '#ui/index.ts'
import styles from '../history/history.module.css'

/** History of a citizen's answer, newest first, without the names of staff. */
export function OwnHistory({ events }: { readonly events: readonly OwnEvent[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  if (events.length === 0) return null
  return (
    <PageSection title={t`Events`}>
      <ol className={`r-plain ${styles['events']}`}>
        {events.map((event, index) => (
          // Events of the same moment and kind differ only by index. The index is stable, as the list never
          // changes.
          <li key={`${event.at}${event.kind}${index}`}>
            <div className={`r-breaks r-strong ${styles['what']}`}>
              <EventText event={event} />
            </div>
            <div className={`r-soft r-figures ${styles['soft']}`}>{formats.dateTime(event.at)}</div>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

function EventText({ event: { kind, state = '' } }: { readonly event: OwnEvent }) {
  switch (kind) {
    case 'sent':
      return <Trans>Answered</Trans>
    case 'arrived':
      return <Trans>Received by the municipality</Trans>
    case 'state':
      return <Trans>State: {state}</Trans>
    case 'completed':
      return <Trans>Completed by the municipality</Trans>
    case 'corrected':
      return <Trans>Corrected by the municipality</Trans>
    case 'asked':
      return <Trans>The municipality asked for a correction</Trans>
    case 'ended':
      return <Trans>The municipality no longer asks for a correction</Trans>
    case 'revised':
      return <Trans>You sent your correction</Trans>
    case 'confirmed':
      return <Trans>You confirmed that your answers are correct</Trans>
    default:
      return unreachable(kind)
  }
}
