import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { getMuniCoreAreas } from '#domain/integrations/index.ts'
import { updateMuniCore } from '#domain/templates/index.ts'
import { useAsked, useProfile } from '#ui/index.ts'
import { fieldId } from '../../element-ids.ts'
import type { PanelProps } from '../../panel.ts'
import { CallFailed } from '../calls/call-failed.tsx'
import { useFormMunicipality } from '../options/use-form-municipality.ts'
import { useProblemAt } from '../use-problem-at.ts'

/** The area of the management system that incidents go to: those in which this person may create some. */
export function MuniCoreAreaField({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const username = useProfile()?.userMuniCore ?? ''
  const municipality = useFormMunicipality(form)?.path
  const [call, again] = useAsked(getMuniCoreAreas, { body: { username, municipality } })
  const { areaId, areaDescripcion } = form.muniCore ?? {}
  const offered = call.kind === 'here' ? call.value : []
  // The chosen one stays in sight, also where this user is not offered it or no reply comes.
  const chosen =
    areaId === undefined || offered.some((area) => area.areaId === areaId)
      ? []
      : [{ areaId, areaDescripcion: areaDescripcion ?? areaId }]
  const shown = [...chosen, ...offered]
  const choose = (id: string): void => {
    const area = shown.find((one) => one.areaId === id)
    change('municore-area', (now) =>
      updateMuniCore(now, { areaId: area?.areaId, areaDescripcion: area?.areaDescripcion }),
    )
  }
  return (
    <>
      {call.kind === 'failed' && <CallFailed says="connector.areas-failed" problem={call.problem} again={again} />}
      {call.kind === 'here' && offered.length === 0 && (
        <p>{t`Your user has no area in MuniGestion in which incidents can be created.`}</p>
      )}
      <NativeSelect
        id={fieldId('muniCore.areaId')}
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
