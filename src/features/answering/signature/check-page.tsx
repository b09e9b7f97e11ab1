import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  type AskedQuestionText,
  type AskedQuestionGroup,
  listAskedQuestionGroups,
  findCheckedConditions,
} from '#domain/answering/index.ts'
import { type Problem, refuse, type Result } from '#domain/kernel/index.ts'
import { Page, translateField, usePlaceTexts, useProblemText } from '#ui/index.ts'
import { toAnswerHeader } from '../form/draft-header.ts'
import { revealQuestion } from '../form/form-actions.ts'
import { SALE_ELEMENT_ID } from '../form/element-ids.ts'
import { FormContextProvider, useForeignLanguageTag, useForm, useFormContext } from '../form/form-context.ts'
import { renderEmergencyLine, renderMunicipalityLine } from '../public/place-line.tsx'
import { SaveBarExtras } from '../save/behind-form.tsx'
import { goToMissingItem } from '../save/go-to.ts'
import type { StepAfterSaving } from '../save/save-bar.tsx'
import { CHECK_PAGE_STATE, type SendingOptions } from '../save/sending.tsx'
import { focusField } from '../sections/focus-on.ts'
import type { AnsweringSession } from '../session.ts'
import { AttachedFiles, usePartTitle } from './reading.tsx'
import styles from './reading.module.css'

type CheckProps = Omit<SendingOptions, 'before'> & { readonly session: AnsweringSession }

/** Moves to a place in the form. */
type Jump = () => void

/** Opens the page, with an entry in the browser's history. Closing returns to the same place in the form. */
export function openCheckPage({ show, ...props }: CheckProps & { readonly show: (page: ReactNode) => void }): void {
  const [{ activeElement, title }, top] = [document, scrollY]
  // Disables the browser's scroll restoration, which would run before the form is shown again.
  history.scrollRestoration = 'manual'
  if (history.state !== CHECK_PAGE_STATE) history.pushState(CHECK_PAGE_STATE, '')
  const close = (jump?: Jump): void => {
    show(undefined)
    history.scrollRestoration = 'auto'
    // Waits for the next frame, in which the form is shown.
    requestAnimationFrame(() => {
      document.title = title
      if (jump !== undefined) return jump()
      scrollTo(0, top)
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    })
  }
  show(<CheckPage {...props} onClose={close} />)
}

/** Maximum wait for the browser to go back in its history, milliseconds. */
const BACK_TIMEOUT_MS = 500

/** Goes back to the form's entry in the history, which the confirmation page then replaces. */
function backToForm(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, BACK_TIMEOUT_MS)
    history.back()
  })
}

type CheckPageProps = CheckProps & { readonly onClose: (jump?: Jump) => void }

/** All questions with their values, each with a link back to the question, and the button that sends the answer. */
function CheckPage({ session, sends, next, onSaved, onClose }: CheckPageProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isSent = useRef(false)
  const jump = useRef<Jump>(undefined)
  const { form, files } = session
  const { template } = form
  useEffect(() => {
    // Moves the focus to the page, as the form with the focused button is hidden.
    document.getElementById('main')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    const follow = (): void => {
      if (!isSent.current && history.state !== CHECK_PAGE_STATE) onClose(jump.current)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [onClose])
  const leaveTo = (target?: Jump): void => {
    jump.current = target
    history.back()
  }
  const send = async (then?: StepAfterSaving): Promise<void> => {
    setProblem(null)
    // Checks again, as another window may have changed the answer in the meantime.
    const [missingItem] = session.missing()
    if (missingItem !== undefined) return leaveTo(() => goToMissingItem(form, missingItem))
    setBusy(true)
    const result = await session.save().catch((): Result<void> => refuse('device.storage-failed'))
    if (!result.ok) {
      setProblem(result.problem)
      return setBusy(false)
    }
    isSent.current = true
    await backToForm()
    history.scrollRestoration = 'auto'
    onSaved(then)
  }
  return (
    <FormContextProvider value={{ form, files }}>
      <Page
        width="narrow"
        title={t`Check your answers`}
        back={renderMunicipalityLine(template.municipioInfo.nombre)}
        subtitle={translateField(template, 'titulo', i18n.locale)}
      >
        {renderEmergencyLine(template, i18n.locale)}
        <p>
          <Trans>Nothing has been sent yet. Check what you wrote, and change what is wrong.</Trans>
        </p>
        <AskedQuestions leaveTo={leaveTo} />
        <SaveBarExtras answer={session.answer} />
        {problem !== null && (
          <p className="r-problem" role="alert">
            <Trans>The answer is not saved yet.</Trans> {problemText(problem)}
          </p>
        )}
        <div className="r-row">
          <Button loading={busy} onClick={() => void send()}>
            {sends?.whole ?? <Trans>Send</Trans>}
          </Button>
          {next === 'booking' && (
            <Button variant="default" disabled={busy} onClick={() => void send(next)}>
              <Trans>Send and book an appointment</Trans>
            </Button>
          )}
          <Button variant="default" disabled={busy} onClick={() => leaveTo()}>
            <Trans>Back to the form</Trans>
          </Button>
        </div>
      </Page>
    </FormContextProvider>
  )
}

type AskedProps = { readonly leaveTo: (jump: Jump) => void }

function AskedQuestions({ leaveTo }: AskedProps) {
  const { t, i18n } = useLingui()
  const { form } = useFormContext()
  const { template } = form
  const content = useForm((state) => state.content)
  const header = useForm((state) => state.header)
  const { locationOf } = usePlaceTexts({ files: [], rows: [] }, template)
  const parts = listAskedQuestionGroups(template, content, { yes: t`Yes`, no: t`No`, language: i18n.locale })
  const goTo = (missingItem: Parameters<typeof goToMissingItem>[1]) => (): void =>
    leaveTo(() => goToMissingItem(form, missingItem))
  const { location, signatures } = toAnswerHeader(header)
  const purchase = useForm((state) => state.purchase)
  const { ticketSale, opcionales } = template
  const zone = ticketSale?.zones.find(({ id }) => id === purchase?.zone)
  return (
    <>
      {ticketSale !== undefined && opcionales.addPaymentGateway && (
        <dl className={`${styles['answers']} ${styles['asked']}`}>
          <Row
            name={t`Your purchase`}
            text={zone === undefined || purchase === undefined ? '' : `${zone.name} × ${purchase.quanty}`}
            onChange={() => leaveTo(() => focusField(document.getElementById(SALE_ELEMENT_ID)))}
          />
        </dl>
      )}
      {opcionales.geolocalizacion && (
        <dl className={`${styles['answers']} ${styles['asked']}`}>
          <Row
            name={t`Location`}
            text={locationOf(location)}
            onChange={goTo({ kind: 'location', problem: { code: 'answer.location-required' } })}
          />
        </dl>
      )}
      {parts.map((part) => (
        <Part key={`${part.section.orden}-${part.answers[0]?.place.address ?? ''}`} part={part} leaveTo={leaveTo} />
      ))}
      {header.signatures.length > 0 && (
        <>
          <h2 className={styles['part']}>
            <Trans>Signatures</Trans>
          </h2>
          <dl className={`${styles['answers']} ${styles['asked']}`}>
            {header.signatures.map(({ indexSignature, title, firstName, lastName }) => (
              <Row
                key={indexSignature}
                name={title}
                text={
                  signatures.some((given) => given.indexSignature === indexSignature)
                    ? `${firstName} ${lastName}`.trim()
                    : ''
                }
                onChange={goTo({ kind: 'signature', indexSignature, problem: { code: 'signature.required' } })}
              />
            ))}
          </dl>
        </>
      )}
    </>
  )
}

function Part({ part, leaveTo }: AskedProps & { readonly part: AskedQuestionGroup }) {
  const { i18n } = useLingui()
  const { form } = useFormContext()
  const tag = useForeignLanguageTag()
  const title = usePartTitle()(part)
  const content = useForm((state) => state.content)
  const { section, condition, answers } = part
  const chosen = findCheckedConditions(section, content)
  const isChoice = section.conditionalSection && condition === null
  const choice = translateField(section, 'conditionalQuestion', i18n.locale)
  const missingItem = { kind: 'conditions', section: section.orden, problem: { code: 'value.required' } } as const
  return (
    <section className="r-column r-gap-12">
      {(!isChoice || title !== choice) && <h2 className={styles['part']}>{title}</h2>}
      <dl className={`${styles['answers']} ${styles['asked']}`}>
        {isChoice && (
          <Row
            name={choice}
            tag={tag(section, 'conditionalQuestion')}
            text={section.conditions
              .filter(({ order }) => chosen.includes(order))
              .map((one) => translateField(one, 'condition', i18n.locale))
              .join(', ')}
            onChange={() => leaveTo(() => goToMissingItem(form, missingItem))}
          />
        )}
        {answers.map((answer) => (
          <Asked key={answer.place.address} answer={answer} leaveTo={leaveTo} />
        ))}
      </dl>
    </section>
  )
}

function Asked({ answer: { place, text }, leaveTo }: AskedProps & { readonly answer: AskedQuestionText }) {
  const { i18n } = useLingui()
  const { form } = useFormContext()
  const tag = useForeignLanguageTag()
  const { question, address } = place
  const value = useForm((state) => state.content.values[address])
  const hasFiles = [value?.imagen, value?.documento, value?.video].some((file) => file !== undefined)
  return (
    <Row
      name={translateField(question, 'titulo', i18n.locale)}
      tag={tag(question, 'titulo')}
      text={text}
      files={hasFiles && <AttachedFiles address={address} />}
      onChange={() => leaveTo(() => revealQuestion(form, address))}
    />
  )
}

type RowProps = {
  readonly name: string
  /** language of the name, if it differs from the reader's */
  readonly tag?: string | undefined
  /** empty: not answered, unless there are files */
  readonly text: string
  readonly files?: ReactNode
  readonly onChange: () => void
}

function Row({ name, tag, text, files = false, onChange }: RowProps) {
  return (
    <div>
      <dt lang={tag}>{name}</dt>
      <dd className="r-lines">
        {text === '' && files === false ? (
          <span className="r-soft">
            <Trans>Not answered</Trans>
          </span>
        ) : (
          text
        )}
        {files}
      </dd>
      <dd>
        <Button variant="subtle" onClick={onChange}>
          <Trans>Change</Trans> <span className="r-hidden">{name}</span>
        </Button>
      </dd>
    </div>
  )
}
