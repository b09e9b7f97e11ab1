import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { getMuniCoreAreas } from '#domain/integrations/index.ts'
import {
  isLinkedToManagementSystem,
  setManagementSystemLink,
  updateMuniCore,
  type EditorForm,
  type TemplatePlace,
} from '#domain/templates/index.ts'
import { StatusBadge, useProblemText, useEndpointData, useProfile } from '#ui/index.ts'
import { getFieldElementId } from '../../element-ids.ts'
import type { PanelProps } from '../../panel.ts'
import { CallFailedNote } from '../calls/call-failed.tsx'
import { OptionToggle, useOptionLocks } from '../options/option-toggle.tsx'
import { useFormMunicipality } from '../options/use-form-municipality.ts'
import { FoldedPanel } from '../parts/panel.tsx'
import { SwitchField } from '../parts/toggle.tsx'
import styles from '../panels.module.css'
import { useProblemAt } from '../use-problem-at.ts'

/**
 * Connection to the management system, and incidents of answers. Hidden if the municipality has no such system and the
 * form is not synchronised.
 */
export function IncidentsPanel(props: PanelProps) {
  const { t } = useLingui()
  const { form, change, locks, problems } = props
  const managementSystem = useFormMunicipality(props.form)?.idMuniCore !== undefined
  const problemText = useProblemText()
  const problemAt = useProblemAt(problems)
  const muniCoreLine = useMuniCoreLine()
  const reasons = useOptionLocks(props)
  const synchronised = isLinkedToManagementSystem(form)
  if (!managementSystem && !synchronised) return null
  const incidents = form.opcionales.incidentes
  const perState = form.muniCore?.perState ?? false
  const severalStates = form.estados.disponibles.length > 1
  return (
    <FoldedPanel
      title={t`MuniGestion`}
      note={t`Defines what each answer creates in MuniGestion, the municipal management system.`}
      kept
      line={muniCoreLine(form)}
      wrong={problems.some(({ place }) => isInside(place))}
    >
      <SwitchField
        id={getFieldElementId('muniCore')}
        name={t`Synchronise with MuniGestion`}
        more={t`Sends the citizen’s data, creates an incident, or both.`}
        on={synchronised}
        disabled={locks.everything || (!managementSystem && !synchronised)}
        error={problemAt({ kind: 'field', field: 'muniCore' })}
        onChange={(on) => change('synchronised', (now) => setManagementSystemLink(now, on))}
      />
      <Stack gap={0} miw={0}>
        <OptionToggle {...props} option="incidentes" reason={reasons.incidentes} />
        {incidents && (
          <Stack gap="md" className={`r-yields ${styles['after']}`}>
            <MuniCoreAreaField {...props} />
            <SwitchField
              id={getFieldElementId('muniCore.perState')}
              name={t`One incident type per state`}
              more={t`The state chosen in the answer sets the incident type.`}
              on={perState}
              disabled={locks.everything || (!perState && !severalStates)}
              reason={severalStates ? undefined : problemText({ code: 'template.incident-states-required' })}
              error={problemAt({ kind: 'field', field: 'muniCore.perState' })}
              onChange={(on) =>
                change('incident-per-state', (now) => updateMuniCore(now, { perState: on ? true : undefined }))
              }
            />
            <div className="r-close">
              <IncidentTypes {...props} />
            </div>
          </Stack>
        )}
      </Stack>
    </FoldedPanel>
  )
}

function isInside(place: TemplatePlace): boolean {
  if (place.kind === 'option') return place.option === 'incidentes'
  return (
    place.kind === 'field' &&
    (place.field === 'muniCore' || place.field === 'muniCore.areaId' || place.field === 'muniCore.perState')
  )
}

/** Summary for the collapsed panel. */
function useMuniCoreLine(): (form: EditorForm) => string {
  const { t } = useLingui()
  return (form) => {
    if (!isLinkedToManagementSystem(form)) return t({ message: 'Not synchronised', context: 'management system' })
    if (!form.opcionales.incidentes) return t({ message: 'Synchronised', context: 'management system' })
    const area = form.muniCore?.areaDescripcion ?? ''
    return area === '' ? t`Creates incidents` : t`Creates incidents: ${area}`
  }
}

/** Says which incident types exist. Publishing the form creates missing types in the management system. */
function IncidentTypes({ form }: PanelProps) {
  const { t } = useLingui()
  const { disponibles } = form.estados
  const made = disponibles.filter((state) => state.idTipoIncidente !== undefined).length
  const states = disponibles.length
  const type = form.muniCore?.idTipoIncidente
  if (form.muniCore?.perState === true) {
    return made === states ? (
      <StatusBadge tone="received">{t`Each state has its incident type.`}</StatusBadge>
    ) : (
      <StatusBadge tone="quiet">{t`Incident types that exist: ${made} of ${states}. The others are created when the form is published.`}</StatusBadge>
    )
  }
  return type === undefined ? (
    <StatusBadge tone="quiet">{t`The incident type is created when the form is published.`}</StatusBadge>
  ) : (
    <StatusBadge tone="received">{t`Incident type ${type}`}</StatusBadge>
  )
}

/** Selects the management system's area for incidents, among those in which this user may create incidents. */
function MuniCoreAreaField({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const username = useProfile()?.userMuniCore ?? ''
  const municipality = useFormMunicipality(form)?.path
  const [call, retry] = useEndpointData(getMuniCoreAreas, { body: { username, municipality } })
  const { areaId, areaDescripcion } = form.muniCore ?? {}
  const offered = call.kind === 'here' ? call.value : []
  // The selected area is always listed, even if it is not offered to this user or the request fails.
  const chosen =
    areaId === undefined || offered.some((area) => area.areaId === areaId)
      ? []
      : [{ areaId, areaDescripcion: areaDescripcion ?? areaId }]
  const shown = [...chosen, ...offered]
  const choose = (id: string): void => {
    const area = shown.find((item) => item.areaId === id)
    change('municore-area', (now) =>
      updateMuniCore(now, { areaId: area?.areaId, areaDescripcion: area?.areaDescripcion }),
    )
  }
  return (
    <>
      {call.kind === 'failed' && <CallFailedNote says="connector.areas-failed" problem={call.problem} retry={retry} />}
      {call.kind === 'here' && offered.length === 0 && (
        <p>{t`Your user has no area in MuniGestion where incidents can be created.`}</p>
      )}
      <NativeSelect
        id={getFieldElementId('muniCore.areaId')}
        label={t`Area in MuniGestion`}
        value={areaId ?? ''}
        error={problemAt({ kind: 'field', field: 'muniCore.areaId' })}
        withAsterisk
        aria-required
        aria-busy={call.kind === 'loading'}
        description={call.kind === 'loading' ? t`Loading the areas…` : undefined}
        disabled={locks.everything}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t`Choose an area` },
          ...shown.map((area) => ({ value: area.areaId, label: area.areaDescripcion })),
        ]}
      />
    </>
  )
}
