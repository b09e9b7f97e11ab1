import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatRowTitle, toRowNumber } from '#domain/answering/index.ts'
import { findOpenRequest, splitRequestedQuestions, type RequestedGroup } from '#domain/corrections/index.ts'
import { getVisibleText } from '#domain/kernel/index.ts'
import { PageSection, translateField, useSectionTitle } from '#ui/index.ts'
import { FormContextProvider, useForm, useFormContext, type FormRules } from '../form/form-context.ts'
import { FormQuestions } from '../sections/rows.tsx'
import { SectionPanel } from '../sections/section-panel.tsx'
import type { ChangeSession } from './change-session.ts'
import styles from './change.module.css'

/**
 * Returns the contents of a page that corrects an answer with an open request for changes: the requested questions, and
 * the rest of the form folded. Undefined if no visible question was requested; the page then shows the whole form.
 * @param header citizen and other details, if they can be changed
 */
export function useRequestedQuestionsFirst(
  { opening: { stored, version, kind }, rules, form }: ChangeSession,
  header?: ReactNode,
): ((location: ReactNode) => ReactNode) | undefined {
  // Computed once, so that a change of rows or conditions does not replace the page.
  const [isAsked] = useState(
    () =>
      kind !== 'answer.edit' &&
      rules !== undefined &&
      splitRequestedQuestions(version, form.state.getState().content, rules.observations).groups.length > 0,
  )
  if (!isAsked || rules === undefined) return undefined
  const comment = getVisibleText(findOpenRequest(stored)?.comment ?? '')
  return (location) => (
    <RequestedQuestionsFirst rules={rules} comment={comment} isLocked={kind === 'answer.revise'}>
      {header}
      {location}
    </RequestedQuestionsFirst>
  )
}

type AskedFirstProps = {
  readonly rules: FormRules
  /** message of the request; empty if the request has none */
  readonly comment: string
  /** true: only the requested questions can be changed */
  readonly isLocked: boolean
  /** blocks above the sections, folded with the rest */
  readonly children: ReactNode
}

/** The requested questions and, folded below them, the rest of the form. */
function RequestedQuestionsFirst({ rules, comment, isLocked, children }: AskedFirstProps) {
  const { t } = useLingui()
  const context = useFormContext()
  const { template } = context.form
  const { observations } = rules
  const rows = useForm(({ content }) => content.rows)
  const conditions = useForm(({ content }) => content.conditions)
  const { groups, sections, others } = useMemo(
    () => splitRequestedQuestions(template, { values: {}, rows, conditions }, observations),
    [template, rows, conditions, observations],
  )
  const elsewhere = useMemo(
    () => ({ ...context, rules: { ...rules, elsewhere: observations } }),
    [context, rules, observations],
  )
  const [isOpen, setOpen] = useState(false)
  const sought = useForm(({ reveal }) => (reveal === null || observations.has(reveal.address) ? 0 : reveal.at))
  useEffect(() => {
    if (sought !== 0) setOpen(true)
  }, [sought])
  const id = useId()
  return (
    <>
      <PageSection flat title={t`What to correct`}>
        {comment !== '' && <p className={`r-breaks r-lines r-measure ${styles['observation']}`}>{comment}</p>}
        {groups.map((group) => (
          <Asked key={group.places[0]?.address} group={group} />
        ))}
      </PageSection>
      <div className="r-column r-gap-12">
        <Button
          variant="default"
          className="r-close"
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={<IconChevronDown className="r-chevron" size={20} aria-hidden="true" data-open={isOpen} />}
          onClick={() => setOpen(!isOpen)}
        >
          <Trans comment="folded: the part of an answer that nobody asked to correct">Rest of the answer</Trans>
          {others > 0 && (
            <span className={styles['others']}>
              <Plural value={others} one="# question" other="# questions" />
            </span>
          )}
        </Button>
        <div id={id} hidden={!isOpen}>
          {isOpen && (
            <div className="r-column r-gap-16">
              {isLocked && (
                <p className="r-soft r-measure">
                  <Trans>The municipality did not ask about this part. It cannot be changed.</Trans>
                </p>
              )}
              <FormContextProvider value={elsewhere}>
                {children}
                {template.secciones.map(
                  (section, index) =>
                    sections.has(section) && <SectionPanel key={section.orden} section={section} number={index + 1} />,
                )}
              </FormContextProvider>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function Asked({ group: { section, number, places } }: { readonly group: RequestedGroup }) {
  const { i18n } = useLingui()
  const title = useSectionTitle()(section, number)
  const [first] = places
  const condition =
    first?.condition === null || first === undefined ? '' : translateField(first.condition, 'condition', i18n.locale)
  const repetition = toRowNumber(first?.index ?? null)
  const isRow = section.repetible && first !== undefined && first.row !== null
  const row = isRow
    ? (formatRowTitle(section, first.index, i18n.locale) ?? (
        <Trans comment="a repetition of a section; the first one is number 2">Repetition {repetition}</Trans>
      ))
    : ''
  return (
    <section className={`r-card r-raised r-column r-gap-16 r-pad-16 ${styles['asked-group']}`}>
      <h3 className="r-soft r-small r-breaks">
        {title}
        {condition !== '' && ` · ${condition}`}
        {row !== '' && <> · {row}</>}
      </h3>
      <FormQuestions places={places} />
    </section>
  )
}
