import type { Ref } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PdfSettings } from '#domain/documents/index.ts'
import { municipalityOfForm } from '#domain/templates/index.ts'
import { AnswerCode, Facts, TemplateImage, useFormats, useFormTexts, useProfile, type Fact } from '#ui/index.ts'
import { SectionBody, useSectionTitle } from '../answer-sections.tsx'
import { Signatures } from '../signatures.tsx'
import { Subjects } from '../subjects.tsx'
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
      {sections.map((section, index) => (
        <section key={section.orden} className={styles['section']}>
          <h2>{titleOf(section, index + 1)}</h2>
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

/** What identifies the record. Where the server does not have it yet, the paper says so: its reference becomes a code. */
function FactsOfAnswer({ shown: { answer, isUnsent } }: { readonly shown: ShownAnswer }) {
  const { t } = useLingui()
  const formats = useFormats()
  const profile = useProfile()
  const hidden = profile !== null && municipalityOfForm(profile, answer.areas)?.electronicSignatureHidden === true
  const author = `${answer.firstName} ${answer.lastName}`.trim()
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const facts: readonly (Fact | false)[] = [
    {
      name: answer.codigoMunicipio === '' ? t`Provisional reference` : t`Code`,
      value: <AnswerCode id={answer.id} code={answer.codigoMunicipio} />,
    },
    { name: t`Date and time`, value: <span className="r-figures">{formats.dateTime(answer.fechaCreacion)}</span> },
    { name: t`Author`, value: author === '' ? answer.creadoPor : author },
    answer.inspectorID !== '' && { name: t`File number`, value: answer.inspectorID },
    { name: t`Governmental area`, value: answer.areaInfo.nombre },
    state !== undefined && { name: t`State`, value: state.nombre },
    answer.pdfDownloadCode !== undefined && {
      name: t`Download code`,
      value: <span className="r-code">{answer.pdfDownloadCode}</span>,
    },
    !hidden &&
      !isUnsent && {
        name: t`Electronic signature`,
        value: <span className="r-code">{answer.electronicSignature}</span>,
      },
  ]
  return (
    <>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      {isUnsent && (
        <p className={styles['unsent']}>
          <Trans>Printed before it arrived at the server, which gives the code.</Trans>
        </p>
      )}
    </>
  )
}
