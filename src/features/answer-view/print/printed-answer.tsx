import type { Ref } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PdfSettings } from '#domain/documents/index.ts'
import { Facts, TemplateImage, useFormTexts } from '#ui/index.ts'
import { SectionBody, useSectionTitle } from '../answer-sections.tsx'
import { Signatures } from '../signatures.tsx'
import { Subjects } from '../subjects.tsx'
import { useAnswerFacts } from '../use-answer-facts.tsx'
import type { ShownAnswer } from '../use-answer.ts'
import { answeredOnly } from './answered-only.ts'
import { paperSizes } from './paper.ts'
import styles from './print.module.css'

type PrintedAnswerProps = { readonly shown: ShownAnswer; readonly ref: Ref<HTMLElement> }

/** An answer on paper: whose it is, what was asked and answered, who signed. How it looks is the form's to say (its PDF settings). */
export function PrintedAnswer({ shown, ref }: PrintedAnswerProps) {
  const { answer, version } = shown
  const textOf = useFormTexts()
  const titleOf = useSectionTitle()
  const settings = version?.pdfSettings
  const portable = answer.opcionales.pdfPortablePrint || settings?.portablePrint === true
  const sections = settings?.removeUnanswered === true ? answeredOnly(answer.secciones) : answer.secciones
  // Where some are left out, the others keep their numbers.
  const orders = answer.secciones.map(({ orden }) => orden)
  const description = textOf(answer, 'descripcion')
  return (
    <article ref={ref} className={styles['paper']} data-portable={portable} style={paperSizes(settings)}>
      {answer.opcionales.headerImg && answer.headerImageURL !== undefined && (
        <TemplateImage url={answer.headerImageURL} className={styles['banner']} />
      )}
      <Letterhead settings={settings} municipality={answer.municipioInfo.nombre} />
      <header>
        <h1>{textOf(answer, 'titulo')}</h1>
        {description !== '' && <p className={styles['description']}>{description}</p>}
      </header>
      <FactsOfAnswer shown={shown} />
      <Subjects answer={answer} />
      {sections.map((section) => (
        <section key={section.orden} className={styles['section']}>
          <h2>{titleOf(section, orders.indexOf(section.orden) + 1)}</h2>
          <SectionBody section={section} answer={answer} />
        </section>
      ))}
      <Signatures answer={answer} />
    </article>
  )
}

type LetterheadProps = { readonly settings: PdfSettings | undefined; readonly municipality: string }

function Letterhead({ settings, municipality }: LetterheadProps) {
  const { logo, logoChecked = false, location, text, municipalityName, additionalInformation } = settings ?? {}
  return (
    <div className={styles['letterhead']}>
      {logoChecked && logo !== undefined && (
        <div className={styles['logo']} style={{ justifyContent: location }}>
          <TemplateImage url={logo} />
          {text !== undefined && text !== '' && <p>{text}</p>}
        </div>
      )}
      <p className={styles['municipality']}>{municipalityName ?? municipality}</p>
      {additionalInformation !== undefined && additionalInformation !== '' && (
        <p className={styles['information']}>{additionalInformation}</p>
      )}
    </div>
  )
}

/** What identifies the record. Where the server does not have all of it yet, the paper says so. */
function FactsOfAnswer({ shown: { answer, changes, isUnsent } }: { readonly shown: ShownAnswer }) {
  const { t } = useLingui()
  const { code, others } = useAnswerFacts(answer)
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const waits = changes.some((change) => change.state.kind !== 'quarantined')
  return (
    <>
      <Facts facts={[code, ...others, ...(state === undefined ? [] : [{ name: t`State`, value: state.nombre }])]} />
      {isUnsent && (
        <p className={styles['unsent']}>
          <Trans>Printed before it arrived at the server, which gives the code.</Trans>
        </p>
      )}
      {waits && !isUnsent && (
        <p className={styles['unsent']}>
          <Trans>Printed with changes that had not arrived at the server yet.</Trans>
        </p>
      )}
    </>
  )
}
