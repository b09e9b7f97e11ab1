import { Button } from '@mantine/core'
import { memo, useMemo } from 'react'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  listAskedQuestionsInSection,
  listQuestionsInRow,
  listAskedRowIds,
  findRowNoun,
} from '#domain/answering/index.ts'
import type { Section, Condition } from '#domain/templates/index.ts'
import { translateField, useSectionTitle } from '#ui/index.ts'
import { buildSectionElementId } from '../form/element-ids.ts'
import { setSectionOpen, setCondition, addRow } from '../form/form-actions.ts'
import { useForeignLanguageTag, useForm, useFormContext } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { FormQuestions, FormRow } from './rows.tsx'
import controls from '../controls/controls.module.css'
import styles from './sections.module.css'

const NONE: readonly number[] = []

/**
 * A section with conditions. Checking a condition shows its questions. Unchecking deletes their values, with undo
 * (`setCondition`).
 */
function ConditionalSection({ section }: { readonly section: Section }) {
  const { form, rules } = useFormContext()
  const { i18n } = useLingui()
  const checked = useForm((state) => state.content.conditions[String(section.orden)]) ?? NONE
  const marked = useForm((state) => state.marked)
  const foreignTagFor = useForeignLanguageTag()
  const isEmpty = section.required && checked.length === 0
  const id = `${buildSectionElementId(section.orden)}-conditions`
  return (
    <fieldset id={id} className={styles['conditions']} aria-describedby={isEmpty ? `${id}-note` : undefined}>
      <legend>
        {section.conditionalSectionSingle ? <Trans>Check one condition</Trans> : <Trans>Check all that apply</Trans>}
      </legend>
      {section.required && (
        <RequiredNote id={`${id}-note`} missing={marked && isEmpty}>
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
                // Part 3, point 4: in single mode other conditions are disabled while one is checked.
                disabled={
                  (section.conditionalSectionSingle && checked.length > 0 && !on) ||
                  rules?.isLocked({ kind: 'condition', section: section.orden, condition: condition.order }) === true
                }
                onChange={(event) => setCondition(form, section, condition, event.currentTarget.checked)}
              />
              <span lang={foreignTagFor(condition, 'condition')}>
                {translateField(condition, 'condition', i18n.locale)}
              </span>
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
    () =>
      listAskedQuestionsInSection(section, {
        values: {},
        conditions: { [String(section.orden)]: [condition.order] },
        rows: {},
      }),
    [section, condition],
  )
  return (
    <div className={`r-column r-gap-16 ${styles['condition-questions']}`}>
      <FormQuestions places={places} />
    </div>
  )
}

/** A section: title with progress, and its questions once unfolded. Folded questions are not rendered. */
export const SectionPanel = memo(function SectionPanel({
  section,
  number,
}: {
  readonly section: Section
  readonly number: number
}) {
  const { form } = useFormContext()
  const { i18n } = useLingui()
  const open = useForm((state) => state.open.has(section.orden))
  const title = useSectionTitle()(section, number)
  const description = translateField(section, 'descripcion', i18n.locale)
  const foreignTagFor = useForeignLanguageTag()
  const named = section.conditionalSection && section.conditionalQuestion ? 'conditionalQuestion' : 'titulo'
  const id = buildSectionElementId(section.orden)
  return (
    <section className={`r-card r-raised ${styles['section']}`} aria-labelledby={`${id}-title`} id={id}>
      <h2 className={styles['heading']}>
        <button
          type="button"
          className={`r-line r-gap-12 r-pad-12 r-middle r-wide r-bold ${styles['toggle']}`}
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => setSectionOpen(form, section.orden, !open)}
        >
          <IconChevronDown className="r-chevron r-accent" size={24} aria-hidden="true" data-open={open} />
          <span
            id={`${id}-title`}
            className={`r-yields r-grow ${styles['title']}`}
            lang={foreignTagFor(section, named)}
          >
            {title}
          </span>
          <SectionProgress order={section.orden} />
        </button>
      </h2>
      <div id={`${id}-body`} hidden={!open} className={styles['body']}>
        {open && (
          <>
            {section.areaAsociada !== undefined && (
              <p className="r-soft r-note r-strong">{section.areaAsociada.nombre}</p>
            )}
            {description !== '' && (
              <p className="r-lines r-measure r-soft" lang={foreignTagFor(section, 'descripcion')}>
                {description}
              </p>
            )}
            {section.conditionalSection ? (
              <ConditionalSection section={section} />
            ) : (
              <NormalSection section={section} />
            )}
          </>
        )}
      </div>
    </section>
  )
})

/** A separate component, so that changes of progress do not render the section again. */
function SectionProgress({ order }: { readonly order: number }) {
  const { answered = 0, total = 0 } = useForm((state) => state.progress[order]) ?? {}
  if (total === 0) return null
  return (
    <span className={`r-yields r-soft r-small r-figures ${styles['progress']}`} data-done={answered === total}>
      <Trans>
        {answered} of {total} answered
      </Trans>
    </span>
  )
}

/** A section with direct questions. In a repeatable section, rows of the same questions can be added. */
export function NormalSection({ section }: { readonly section: Section }) {
  const { form, capture } = useFormContext()
  const { i18n } = useLingui()
  const rows = useForm((state) => listAskedRowIds(section, state.content))
  const word = findRowNoun(section, i18n.locale)
  return (
    <>
      {section.repetible ? (
        <FormRow section={section} row={null} index={null} isAlone={rows.length === 0} />
      ) : (
        <FormQuestions places={listQuestionsInRow(section, null)} />
      )}
      {rows.map((row, index) => (
        <FormRow key={row} section={section} row={row} index={index} />
      ))}
      {section.repetible && (
        <div className="r-row">
          <Button
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => addRow(form, section)}
          >
            {word === '' ? (
              <Trans>Repeat section</Trans>
            ) : (
              <Trans comment="another one of what a section repeats: a tree">Add {word}</Trans>
            )}
          </Button>
          {capture?.RowStart !== undefined && <capture.RowStart section={section} />}
        </div>
      )}
      {section.repetible && capture?.PhotoRows !== undefined && <capture.PhotoRows section={section} />}
    </>
  )
}
