import { useLingui } from '@lingui/react/macro'
import { optionLocks, type OptionFlag } from '#domain/templates/index.ts'
import type { PanelProps } from '../../panel.ts'
import { Panel } from '../parts/panel.tsx'
import styles from '../panels.module.css'
import { AfterOption } from './after-option.tsx'
import { OPTION_GROUPS } from './option-words.ts'
import { OptionToggle } from './option-toggle.tsx'
import { useManagementSystem } from './use-management-system.ts'

/** The options of the form. What excludes what is the domain's (`optionLocks`); here it is shown: what cannot be chosen says why. */
export function OptionsPanel(props: PanelProps) {
  const { t, i18n } = useLingui()
  const { form, locks } = props
  const managementSystem = useManagementSystem()
  const reasons = optionLocks(form, { locks, managementSystem })
  return (
    <Panel title={t`Options`}>
      {OPTION_GROUPS.map(({ title, options }) => {
        const name = i18n._(title)
        return (
          <fieldset key={title.id} className={styles['group']}>
            <legend>{name}</legend>
            <div className={styles['options']}>
              {options.map((option: OptionFlag) => (
                <div key={option} className={styles['option']}>
                  <OptionToggle {...props} option={option} reason={reasons[option]} />
                  <AfterOption {...props} option={option} />
                </div>
              ))}
            </div>
          </fieldset>
        )
      })}
    </Panel>
  )
}
