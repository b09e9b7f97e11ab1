import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import type { DoorData, TicketRefusal, Scan, TicketVerdict } from '#domain/tickets/index.ts'
import type { ScanResult } from '#sync/doors/index.ts'
import { type Formats, useFormatsIn } from '#ui/index.ts'

type JudgedResult = Extract<ScanResult, { readonly kind: 'said' }>
type AdmittedVerdict = Exclude<TicketVerdict, { readonly kind: 'refused' }>

/** Tone of a verdict. `again`: the ticket was admitted a moment ago, so the same person is still at the entrance. */
export function pickVerdictTone({ verdict, isRepeated }: JudgedResult): 'good' | 'bad' | 'again' {
  if (verdict.kind === 'refused') return 'bad'
  return isRepeated === true || verdict.kind === 'same-scan' ? 'again' : 'good'
}

/** The verdict's main text. */
export function VerdictTitle({ result }: { readonly result: JudgedResult }): ReactNode {
  const { verdict } = result
  if (pickVerdictTone(result) === 'again') return <Trans>Same ticket again</Trans>
  if (verdict.kind === 'refused') return <TicketRefusalText why={verdict.why} />
  return findDirection(verdict) === 'entry' ? <Trans>Admit</Trans> : <Trans>Let out</Trans>
}

const findDirection = (verdict: AdmittedVerdict): Scan['direction'] =>
  verdict.kind === 'admitted' ? verdict.direction : verdict.was.direction

/** The reason a ticket was refused. */
export function TicketRefusalText({ why }: { readonly why: TicketRefusal }): ReactNode {
  const words: Readonly<Record<TicketRefusal, ReactNode>> = {
    unknown: <Trans>Not a ticket of this event</Trans>,
    forged: <Trans>Forged ticket</Trans>,
    'wrong-event': <Trans>Ticket of another event</Trans>,
    cancelled: <Trans>Event cancelled</Trans>,
    'test-ticket': <Trans>Test ticket, not paid</Trans>,
    'real-ticket-at-a-test': <Trans>Real ticket at a test event</Trans>,
    unpaid: <Trans>Unpaid ticket</Trans>,
    unconfirmed: <Trans>Waiting for staff approval</Trans>,
    refunded: <Trans>Refunded ticket</Trans>,
    transferred: <Trans>Transferred to another person</Trans>,
    blocked: <Trans>Blocked ticket</Trans>,
    'wrong-zone': <Trans>Wrong entrance</Trans>,
    'too-early': <Trans>Not valid yet</Trans>,
    'too-late': <Trans>No longer valid</Trans>,
    'door-closed': <Trans>Doors are closed</Trans>,
    used: <Trans>Already used</Trans>,
  }
  return words[why]
}

/** Details of a verdict, for example where the ticket was used. */
export function VerdictFacts({ result, event }: { readonly result: JudgedResult; readonly event: DoorData['event'] }) {
  const formats = useFormatsIn(event.timeZone)
  const { verdict, zone, at } = result
  const before = verdict.kind === 'refused' ? verdict.before : undefined
  return (
    <>
      {zone !== undefined && <p>{zone}</p>}
      {before !== undefined && <EarlierScan scan={before} at={at} formats={formats} />}
      {verdict.kind === 'refused' && verdict.why === 'door-closed' && <Opening event={event} formats={formats} />}
      {result.isRepeated === true || verdict.kind === 'same-scan' ? (
        <p>
          <Trans>The same code was scanned a moment ago.</Trans>
        </p>
      ) : null}
      {!result.isKept && (
        <p>
          <Trans>This device has no space left. The scan will be lost if you close this page.</Trans>
        </p>
      )}
      <p>
        <KnowledgeAge result={result} formats={formats} />
      </p>
    </>
  )
}

type EarlierScanProps = { readonly scan: Scan; readonly at: number; readonly formats: Formats }

function EarlierScan({ scan: { direction, at: then, door }, at, formats }: EarlierScanProps) {
  const moment = formatScanTime(formats, then, at)
  return (
    <p>
      {direction === 'entry' ? (
        <Trans>
          Entered {moment} at {door}
        </Trans>
      ) : (
        <Trans>
          Left {moment} at {door}
        </Trans>
      )}
    </p>
  )
}

type OpeningProps = { readonly event: DoorData['event']; readonly formats: Formats }

function Opening({ event: { opens, closes }, formats: { dateTime } }: OpeningProps) {
  const [from, until] = [opens, closes].map((moment) => (moment === undefined ? undefined : dateTime(moment)))
  return (
    <p>
      {from !== undefined && <Trans>Open from {from}</Trans>} {until !== undefined && <Trans>until {until}</Trans>}
    </p>
  )
}

/** Shows how current the data behind a verdict is. */
function KnowledgeAge({
  result: { by, verdict, at, asOf },
  formats,
}: {
  readonly result: JudgedResult
  readonly formats: Formats
}) {
  const moment = formatScanTime(formats, asOf, at)
  if (by === 'server') return <Trans>Checked online</Trans>
  if (verdict.kind === 'admitted' && verdict.isUnlisted)
    return <Trans>Newer than the list of {moment}; checked by its signature</Trans>
  return <Trans>Checked with the list of {moment}</Trans>
}

/** The time, with the date if it is not today. */
export function formatScanTime({ time, date, dateTime }: Formats, moment: number, now: number): string {
  return date(moment) === date(now) ? time(moment) : dateTime(moment)
}
