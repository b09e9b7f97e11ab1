import { type ReactNode, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconLink, IconListCheck } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import { Dialog, useCan } from '#ui/index.ts'
import { DoorLinksPanel } from './door-links.tsx'
import { DoorReportPanel } from './door-report.tsx'

/** The report of all entrances, and links for people without an account. Only for staff. */
export function StaffTools({ form }: { readonly form: TemplateId }) {
  const { t } = useLingui()
  const can = useCan()
  const [open, setOpen] = useState<'report' | 'links' | null>(null)
  return (
    <>
      {can('door', 'pago') && (
        <Tool label={t`All doors`} onPress={() => setOpen('report')}>
          <IconListCheck size={22} aria-hidden="true" />
        </Tool>
      )}
      {can('create', 'pago') && (
        <Tool label={t`Door links`} onPress={() => setOpen('links')}>
          <IconLink size={22} aria-hidden="true" />
        </Tool>
      )}
      <Dialog opened={open === 'report'} title={t`All doors`} size="lg" onClose={() => setOpen(null)}>
        <DoorReportPanel form={form} />
      </Dialog>
      <Dialog opened={open === 'links'} title={t`Door links`} size="lg" onClose={() => setOpen(null)}>
        <DoorLinksPanel form={form} />
      </Dialog>
    </>
  )
}

type ToolProps = { readonly label: string; readonly onPress: () => void; readonly children: ReactNode }

function Tool({ label, onPress, children }: ToolProps) {
  return (
    <ActionIcon variant="default" size="var(--r-target)" aria-label={label} title={label} onClick={onPress}>
      {children}
    </ActionIcon>
  )
}
