import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { getTurneroGroupProcedure } from '#domain/integrations/index.ts'
import { AGENDA_PROCEDURE_TYPE } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { useEndpointData } from '#ui/index.ts'
import { getFieldElementId } from '../element-ids.ts'
import type { PanelProps } from '../panel.ts'
import { CallFailedNote } from './calls/call-failed.tsx'
import { useFormMunicipality } from './options/use-form-municipality.ts'
import { Panel } from './parts/panel.tsx'
import { useProblemAt } from './use-problem-at.ts'

const PLACE = { kind: 'field', field: 'appointmentGroup' } as const

/** Selects the booking product's agenda for the appointment option, among those of the form's municipality. */
export function AgendaPanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const municipality = useFormMunicipality(form)?.idMuniCore
  const [call, retry] = useEndpointData(
    getTurneroGroupProcedure,
    { body: { municipalityId: municipality, typeProcedureId: AGENDA_PROCEDURE_TYPE } },
    municipality !== undefined,
  )
  const chosen = form.appointmentGroup?.appointmentData
  const offered = call.kind === 'here' ? call.value.groupsProcedure : []
  // The chosen agenda is always listed, even if it is no longer offered or agendas could not be loaded.
  const shown = chosen === undefined || offered.some(({ id }) => id === chosen.id) ? offered : [chosen, ...offered]
  const choose = (id: string): void => {
    const agenda = offered.find((item) => item.id === id)
    if (id !== '' && (agenda === undefined || call.kind !== 'here')) return
    const { tenantId, tenantUniqueName } = call.kind === 'here' ? call.value : { tenantId: '', tenantUniqueName: '' }
    const appointmentGroup = agenda && {
      appointmentData: { id: agenda.id, name: agenda.name },
      tenantId,
      tenantUniqueName,
    }
    change('agenda', (now) => updateForm(now, { appointmentGroup }))
  }
  return (
    <Panel title={t`Appointment calendar`}>
      {municipality === undefined && (
        <CallFailedNote says="connector.agendas-failed" problem={{ code: 'connector.municipality-not-linked' }} />
      )}
      {call.kind === 'failed' && (
        <CallFailedNote says="connector.agendas-failed" problem={call.problem} retry={retry} />
      )}
      {call.kind === 'here' && offered.length === 0 && (
        <p>{t`The municipality has no calendars yet. Create them in the appointment system.`}</p>
      )}
      <NativeSelect
        id={getFieldElementId('appointmentGroup')}
        label={t`Calendar`}
        value={chosen?.id ?? ''}
        error={problemAt(PLACE)}
        withAsterisk
        aria-required
        disabled={locks.everything}
        aria-busy={municipality !== undefined && call.kind === 'loading'}
        description={municipality !== undefined && call.kind === 'loading' ? t`Loading the calendars…` : undefined}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t`Choose a calendar` },
          ...shown.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Panel>
  )
}
