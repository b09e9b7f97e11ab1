import { useLingui } from '@lingui/react/macro'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { setFormOption, findFormOptionLocks, type FormOptionName } from '#domain/templates/index.ts'
import { useProblemText } from '#ui/index.ts'
import { getOptionElementId } from '../../element-ids.ts'
import type { PanelProps } from '../../panel.ts'
import { useEditorStore, useEditor } from '../../store/editor-context.tsx'
import { useOfferedFeatures } from '../../use-offer.ts'
import { SwitchField } from '../parts/toggle.tsx'
import { useProblemAt } from '../use-problem-at.ts'
import { useFormMunicipality } from './use-form-municipality.ts'
import { OPTION_MESSAGES } from './option-messages.ts'

type OptionToggleProps = PanelProps & {
  readonly option: FormOptionName
  /** why the option cannot be switched on */
  readonly reason: ProblemCode | undefined
}

/**
 * An option's switch. An option that cannot be switched on, for example of an imported form, can still be switched off,
 * unless it is not for the user's role.
 */
export function OptionToggle({ form, change, locks, problems, option, reason }: OptionToggleProps) {
  const { i18n } = useLingui()
  const problemText = useProblemText()
  const { newKey } = useEditorStore()
  const currency = useFormMunicipality(form)?.currency
  const problemAt = useProblemAt(problems)
  const { name, more } = OPTION_MESSAGES[option]
  const on = form.opcionales[option]
  return (
    <SwitchField
      id={getOptionElementId(option)}
      name={i18n._(name)}
      more={i18n._(more)}
      on={on}
      disabled={locks.everything || (reason !== undefined && !on) || reason === 'option.not-for-role'}
      reason={reason === undefined || locks.everything ? undefined : problemText({ code: reason })}
      error={problemAt({ kind: 'option', option })}
      onChange={(next) => change(`option-${option}`, (now) => setFormOption(now, option, next, { newKey, currency }))}
    />
  )
}

/**
 * Options that cannot be switched, with the reason: another option, a locked form, the form's municipality or the
 * user's role.
 */
export function useOptionLocks({ form, locks }: PanelProps): ReturnType<typeof findFormOptionLocks> {
  const managementSystem = useFormMunicipality(form)?.idMuniCore !== undefined
  const wasPublic = useEditor((state) => state.base?.template?.opcionales.publico ?? false)
  const { scope } = useOfferedFeatures()
  return findFormOptionLocks(form, { locks, managementSystem, scope, wasPublic })
}
