import { useState } from 'react'
import { Button, Stack, Title } from '@mantine/core'
import { IconLink, IconListCheck, IconUsers } from '@tabler/icons-react'
import { useLingui, Trans } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import { readDoorReport, type DoorReport as Report } from '#domain/tickets/index.ts'
import {
  Dialog,
  useCan,
  LoadablePart,
  EmptyState,
  ListTable,
  useEndpointData,
  useFormats,
  useFormatsIn,
  type Column,
} from '#ui/index.ts'
import { DoorLinksPanel } from './door-links.tsx'
import { formatScanTime, TicketRefusalText } from './verdict-text.tsx'

/** An event's form, and the time zone of its municipality. Unknown: the device's. */
export type DoorPanelProps = { readonly form: TemplateId; readonly timeZone: string | undefined }

/** Buttons for the report of all entrances, the ticket holders, and links for people without an account. For staff. */
export function StaffTools({ form, timeZone }: DoorPanelProps) {
  const { t } = useLingui()
  const can = useCan()
  const [open, setOpen] = useState<'report' | 'links' | null>(null)
  return (
    <>
      {can('door', 'pago') && (
        <Button
          variant="default"
          leftSection={<IconListCheck size={20} aria-hidden="true" />}
          onClick={() => setOpen('report')}
        >
          <Trans>All doors</Trans>
        </Button>
      )}
      {can('door', 'pago') && (
        // Opens in a new tab, so that ticket control stays open.
        <Button
          component="a"
          href={`/eventos/${form}/personas`}
          target="_blank"
          variant="default"
          leftSection={<IconUsers size={20} aria-hidden="true" />}
        >
          <Trans>Ticket holders</Trans>
        </Button>
      )}
      {can('create', 'pago') && (
        <Button
          variant="default"
          leftSection={<IconLink size={20} aria-hidden="true" />}
          onClick={() => setOpen('links')}
        >
          <Trans>Door links</Trans>
        </Button>
      )}
      <Dialog opened={open === 'report'} title={t`All doors`} size="lg" onClose={() => setOpen(null)}>
        <DoorReportPanel form={form} timeZone={timeZone} />
      </Dialog>
      <Dialog opened={open === 'links'} title={t`Door links`} size="lg" onClose={() => setOpen(null)}>
        <DoorLinksPanel form={form} timeZone={timeZone} />
      </Dialog>
    </>
  )
}

type Zone = Report['zones'][number]
type DoubleEntryItem = Report['doubles'][number]

/**
 * Report of all entrances: admissions by zone, refusals, and tickets that offline entrances have admitted twice.
 */
export function DoorReportPanel({ form, timeZone }: DoorPanelProps) {
  const [loadable, retry] = useEndpointData(readDoorReport, { form })
  return (
    <LoadablePart
      loadable={loadable}
      retry={retry}
      offline={<Trans>Connect to the internet to see scans from other doors.</Trans>}
    >
      {(report) => (
        <Stack gap="lg">
          <Zones zones={report.zones} />
          <Doubles report={report} timeZone={timeZone} />
          <Refused refused={report.refused} />
        </Stack>
      )}
    </LoadablePart>
  )
}

function Zones({ zones }: { readonly zones: readonly Zone[] }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const columns: readonly Column<Zone>[] = [
    { head: t`Zone`, cell: ({ name, zone }) => (zone === null ? <Trans>Not on the list</Trans> : name) },
    { head: t`Sold`, cell: ({ sold }) => number(sold), card: 'named', figures: true },
    { head: t`Entered`, cell: ({ entered }) => number(entered), card: 'named', figures: true },
    { head: t`Exited`, cell: ({ left }) => number(left), card: 'named', figures: true },
    { head: t`Inside`, cell: ({ inside }) => number(inside), card: 'named', figures: true },
  ]
  return <ListTable label={t`By zone`} columns={columns} items={zones} keyOf={({ zone }) => String(zone)} />
}

type DoublesProps = { readonly report: Report; readonly timeZone: string | undefined }

function Doubles({ report: { doubles, at }, timeZone }: DoublesProps) {
  const { t } = useLingui()
  const formats = useFormatsIn(timeZone)
  const place = ({ at: then, door }: DoubleEntryItem['first']): string => `${formatScanTime(formats, then, at)} ${door}`
  const columns: readonly Column<DoubleEntryItem>[] = [
    { head: t`First`, cell: ({ first }) => place(first) },
    { head: t`Second`, cell: ({ second }) => place(second), card: 'named' },
    { head: t`Ticket`, cell: ({ ticket }) => <span className="r-code">{ticket.slice(0, 8)}</span>, card: 'named' },
  ]
  return (
    <section aria-label={t`Admitted twice`}>
      <Stack gap="sm">
        <Title order={3}>
          <Trans>Admitted twice</Trans>
        </Title>
        {doubles.length === 0 ? (
          <EmptyState title={<Trans>No tickets were admitted twice.</Trans>} />
        ) : (
          <ListTable
            label={t`Admitted twice`}
            columns={columns}
            items={doubles}
            keyOf={({ ticket, second }) => `${ticket} ${second.id}`}
          />
        )}
      </Stack>
    </section>
  )
}

function Refused({ refused }: Pick<Report, 'refused'>) {
  const { t } = useLingui()
  const { number } = useFormats()
  if (refused.length === 0) return null
  const columns: readonly Column<Report['refused'][number]>[] = [
    { head: t`Reason for refusal`, cell: ({ why }) => <TicketRefusalText why={why} /> },
    { head: t`Times`, cell: ({ count }) => number(count), card: 'side', figures: true },
  ]
  return (
    <ListTable
      label={t({ message: 'Refused', context: 'entries' })}
      columns={columns}
      items={refused}
      keyOf={({ why }) => why}
    />
  )
}
