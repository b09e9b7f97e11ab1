import { Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { OPTION_GROUPS, type TemplatePlace } from '#domain/templates/index.ts'
import type { PanelProps } from '../../panel.ts'
import { FoldedPanel } from '../parts/panel.tsx'
import styles from '../panels.module.css'
import { AfterOption } from './after-option.tsx'
import { OPTION_GROUP_MESSAGES, OPTION_MESSAGES } from './option-words.ts'
import { OptionToggle } from './option-toggle.tsx'
import { useOptionLocks } from './use-option-locks.ts'
import { typedEntries } from '#domain/kernel/index.ts'

const GROUPS = typedEntries(OPTION_GROUPS)

/** The form's options. Locked options show the reason (`optionLocks` in the domain). */
export function OptionsPanel(props: PanelProps) {
  const { t, i18n } = useLingui()
  const { form, problems } = props
  const reasons = useOptionLocks(props)
  const on = GROUPS.flatMap(([, options]) => options)
    .filter((option) => form.opcionales[option])
    .map((option) => i18n._(OPTION_MESSAGES[option].name))
  return (
    <FoldedPanel
      title={t`Options`}
      kept
      opened
      line={on.length === 0 ? t({ message: 'None', context: 'options' }) : on.join(' · ')}
      wrong={problems.some(({ place }) => isInside(place))}
    >
      {GROUPS.map(([group, options]) => (
        <fieldset key={group} className={styles['group']}>
          <legend>{i18n._(OPTION_GROUP_MESSAGES[group])}</legend>
          <Stack gap="xs">
            {options.map((option) => (
              <Stack key={option} gap={0} miw={0}>
                <OptionToggle {...props} option={option} reason={reasons[option]} />
                <AfterOption {...props} option={option} />
              </Stack>
            ))}
          </Stack>
        </fieldset>
      ))}
    </FoldedPanel>
  )
}

const NESTED_FIELDS = [
  'nombreRespuesta',
  'responsesCount',
  'customizedVoucherText',
  'headerImageURL',
  'appointmentGroup',
  'signatures',
  'charge',
  'ticketSale',
]

/** Whether a place is in this panel. The incidents option is in the management system's panel. */
function isInside(place: TemplatePlace): boolean {
  if (place.kind === 'option') return place.option !== 'incidentes'
  return place.kind === 'signature' || (place.kind === 'field' && NESTED_FIELDS.some((field) => field === place.field))
}
