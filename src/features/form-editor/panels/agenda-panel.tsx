import { useCallback } from 'react'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { Outcome } from '#domain/api/index.ts'
import { appointmentAgendas } from '#sync/index.ts'
import { updateForm, type Agendas, type EditorForm } from '#domain/templates/index.ts'
import { useAccount } from '#ui/index.ts'
import { fieldId } from '../element-ids.ts'
import type { PanelProps } from '../panel.ts'
import { CallFailed } from './calls/call-failed.tsx'
import { useCall } from './calls/use-call.ts'
import { useFormMunicipality } from './options/use-form-municipality.ts'
import { Panel } from './parts/panel.tsx'
import { useProblemAt } from './use-problem-at.ts'

const PLACE = { kind: 'field', field: 'appointmentGroup' } as const

/** The agenda of the booking product that people go on to, with the appointment option: those of the form's municipality. */
export function AgendaPanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const { call, again } = useCall(useAgendas(form))
  const chosen = form.appointmentGroup?.appointmentData
  const offered = call.kind === 'ready' ? call.value.groupsProcedure : []
  // One that is chosen and not offered, now or for the moment, stays in sight and chosen.
  const shown = chosen === undefined || offered.some(({ id }) => id === chosen.id) ? offered : [chosen, ...offered]
  const choose = (id: string): void => {
    const agenda = offered.find((one) => one.id === id)
    if (id !== '' && (agenda === undefined || call.kind !== 'ready')) return
    const { tenantId, tenantUniqueName } = call.kind === 'ready' ? call.value : { tenantId: '', tenantUniqueName: '' }
    const appointmentGroup = agenda && { appointmentData: { id: agenda.id, name: agenda.name }, tenantId, tenantUniqueName }
    change('agenda', (now) => updateForm(now, { appointmentGroup }))
  }
  return (
    <Panel title={t`Appointment agenda`}>
      {call.kind === 'failed' && <CallFailed says="connector.agendas-failed" problem={call.problem} again={again} />}
      {call.kind === 'ready' && offered.length === 0 && <p>{t`The municipality has no agendas yet. They are made in the booking product.`}</p>}
        <NativeSelect
          id={fieldId('appointmentGroup')}
          label={t`Agenda`}
          value={chosen?.id ?? ''}
          error={problemAt(PLACE)}
          withAsterisk
          aria-required
          disabled={locks.everything}
          aria-busy={call.kind === 'loading'}
          description={call.kind === 'loading' ? t`Loading the agendas…` : undefined}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[{ value: '', label: t`Choose an agenda` }, ...shown.map(({ id, name }) => ({ value: id, label: name }))]}
        />
    </Panel>
  )
}

function useAgendas(form: EditorForm): () => Promise<Outcome<Agendas>> {
  const { transport } = useAccount()
  const municipality = useFormMunicipality(form)?.idMuniCore
  return useCallback(async (): Promise<Outcome<Agendas>> => {
    if (municipality === undefined) return { kind: 'refused', status: 409, problem: { code: 'connector.municipality-not-linked' } }
    return appointmentAgendas(transport, municipality)
  }, [transport, municipality])
}
