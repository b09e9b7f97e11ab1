import { useMemo } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { placesOf } from '#domain/answering/index.ts'
import type { Condition, Section } from '#domain/templates/index.ts'
import { inLanguage } from '#ui/index.ts'
import controls from '../controls/controls.module.css'
import { sectionId } from '../form/element-ids.ts'
import { setCondition } from '../form/form-actions.ts'
import { useForeignTag, useForm, useFormContext } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { Questions } from './questions.tsx'
import styles from './sections.module.css'

const NONE: readonly number[] = []

/** A section by conditions: a checked one unfolds its questions; unchecking removes their answers, with undo. */
export function ConditionalSection({ section }: { readonly section: Section }) {
  const { form, rules } = useFormContext()
  const { i18n } = useLingui()
  const checked = useForm((state) => state.content.conditions[String(section.orden)]) ?? NONE
  const marked = useForm((state) => state.marked)
  const tagOf = useForeignTag()
  const isEmpty = section.required && checked.length === 0
  const id = `${sectionId(section.orden)}-conditions`
  return (
    <fieldset id={id} className={styles['conditions']} aria-describedby={isEmpty ? `${id}-note` : undefined}>
      <legend>
        {section.conditionalSectionSingle ? (
          <Trans>Check the one that applies</Trans>
        ) : (
          <Trans>Check what applies</Trans>
        )}
      </legend>
      {section.required && (
        <RequiredNote id={`${id}-note`} missing={marked && isEmpty} met={!isEmpty}>
          <Trans>* Conditional section required</Trans>
        </RequiredNote>
      )}
      {section.conditions.map((condition) => {
        const on = checked.includes(condition.order)
        return (
          <div key={condition.order} className="r-column r-gap-12">
            <label className={controls['option']} data-chosen={on}>
              <input
                type="checkbox"
                checked={on}
                // Part 3, point 4: in single mode the others are disabled while one is checked.
                disabled={
                  (section.conditionalSectionSingle && checked.length > 0 && !on) ||
                  rules?.isLocked({ kind: 'condition', section: section.orden, condition: condition.order }) === true
                }
                onChange={(event) => setCondition(form, section, condition, event.currentTarget.checked)}
              />
              <span lang={tagOf(condition, 'condition')}>{inLanguage(condition, 'condition', i18n.locale)}</span>
            </label>
            {on && <ConditionQuestions section={section} condition={condition} />}
          </div>
        )
      })}
    </fieldset>
  )
}

function ConditionQuestions({ section, condition }: { readonly section: Section; readonly condition: Condition }) {
  const places = useMemo(
    () => placesOf(section, { values: {}, conditions: { [String(section.orden)]: [condition.order] }, rows: {} }),
    [section, condition],
  )
  return (
    <div className={`r-column r-gap-16 ${styles['condition-questions']}`}>
      <Questions places={places} />
    </div>
  )
}
