import { useState, type Ref, type CSSProperties } from 'react'
import { Skeleton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import type { Letterhead, PdfContent, PdfFact, PdfGroup, PdfImage, PdfQuestion, PdfTexts } from '#domain/pdf/index.ts'
import { FactList, PageSection, QrCode, FormImage } from '#ui/index.ts'
import { AttachedFile, AttachedImage, FileUnavailable } from '../attached-file.tsx'
import { useFileUrl } from '../use-file-url.ts'
import shown from '../answer-view.module.css'
import styles from './print.module.css'

/** The form's sizes as CSS variables. The style sheet has defaults for unset sizes. */
function getPaperSizes({ sizes: ownSizes, letterhead: { logo } }: PdfContent): CSSProperties {
  const sizes = {
    '--municipality-size': formatPoints(ownSizes.municipality),
    '--information-size': formatPoints(ownSizes.information),
    '--form-title-size': formatPoints(ownSizes.formTitle),
    '--section-title-size': formatPoints(ownSizes.sectionTitle),
    '--question-size': formatPoints(ownSizes.question),
    '--answer-size': formatPoints(ownSizes.answer),
    '--section-spacing': formatPoints(ownSizes.betweenSections),
    '--question-spacing': formatPoints(ownSizes.betweenQuestions),
    '--image-size': formatMillimetres(ownSizes.imageWidth),
    '--image-height': ownSizes.imageWidth === undefined ? undefined : 'none',
    '--logo-width': formatMillimetres(logo?.width),
    '--logo-height': formatMillimetres(logo?.height),
  }
  return Object.fromEntries(Object.entries(sizes).filter(([, size]) => size !== undefined))
}

const formatPoints = (size: number | undefined): string | undefined => (size === undefined ? undefined : `${size}pt`)
const formatMillimetres = (size: number | undefined): string | undefined =>
  size === undefined ? undefined : `${size}mm`

type PrintedAnswerProps = { readonly content: PdfContent; readonly answer: Answer; readonly ref: Ref<HTMLElement> }

/** The printed answer as HTML, with the content of the PDF. It is accessible and has fonts for all languages. */
export function PrintedAnswer({ content, answer, ref }: PrintedAnswerProps) {
  const { t } = useLingui()
  const { banner, letterhead, title, description, facts, keep, notes, subjects, sections, signatures, texts } = content
  return (
    <article
      ref={ref}
      className={`r-column ${styles['sheet']}`}
      data-portable={content.isPortable}
      style={getPaperSizes(content)}
    >
      {banner !== null && <FormImage url={banner.url} className={`r-wide r-block ${styles['banner']}`} />}
      <PrintedLetterhead letterhead={letterhead} />
      <header>
        <h1>{title}</h1>
        {description !== '' && <p className="r-breaks r-lines">{description}</p>}
      </header>
      <PrintedFacts facts={facts} />
      {keep !== null && (
        <div className={`r-line r-gap-16 r-middle ${styles['keep']}`}>
          <QrCode text={keep.address} label={t`QR code to look up the record`} />
          <p>
            <span className="r-soft">{keep.name}</span>
            <strong className="r-code">{keep.value}</strong>
            <span className="r-soft">{texts.keepCode}</span>
          </p>
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className={`r-soft ${styles['unsent']}`}>
          {note}
        </p>
      ))}
      {subjects.map((subject) => (
        <PageSection flat key={subject.title} title={subject.title}>
          <PrintedFacts facts={subject.facts} />
        </PageSection>
      ))}
      {sections.map((section) => (
        <section key={section.orden} className={styles['section']}>
          <h2>{section.title}</h2>
          {[section.area, section.description, section.note].map(
            (text) =>
              text !== '' && (
                <p key={text} className="r-soft">
                  {text}
                </p>
              ),
          )}
          {section.groups.map((group, index) => (
            // Groups are identified by index: their order is fixed, and rows and conditions may share a title.
            <Group key={index} group={group} answer={answer} texts={texts} />
          ))}
        </section>
      ))}
      {signatures.length > 0 && (
        <PageSection flat title={texts.signatures}>
          <div className={`r-grid r-gap-24 ${shown['signatures']}`}>
            {signatures.map((signature) => (
              <figure key={signature.index} className={shown['signature']}>
                {signature.image === null ? (
                  <p className="r-soft">{texts.notSigned}</p>
                ) : (
                  <PrintedSignature image={signature.image} name={t`Signature: ${signature.title}`} />
                )}
                <figcaption>
                  <strong>{signature.name}</strong>
                  <div className="r-soft">{signature.title}</div>
                  {signature.note !== '' && <div className="r-soft">{signature.note}</div>}
                </figcaption>
              </figure>
            ))}
          </div>
        </PageSection>
      )}
    </article>
  )
}

function PrintedFacts({ facts }: { readonly facts: readonly PdfFact[] }) {
  return (
    <FactList
      facts={facts.map(({ name, value, isCode }) => ({
        name,
        value: isCode === true ? <span className="r-code">{value}</span> : value,
      }))}
    />
  )
}

function PrintedLetterhead({ letterhead: { logo, municipality, information } }: { readonly letterhead: Letterhead }) {
  return (
    <div className={`r-column r-gap-4 ${styles['letterhead']}`}>
      {logo !== null && (
        <div className={`r-row r-gap-12 r-middle ${styles['logo']}`} style={{ justifyContent: logo.location }}>
          <FormImage url={logo.image.url} />
          {logo.text !== '' && <p>{logo.text}</p>}
        </div>
      )}
      <p className={`r-bold ${styles['municipality']}`}>{municipality}</p>
      {information !== '' && <p className={styles['information']}>{information}</p>}
    </div>
  )
}

type PrintSetting = { readonly answer: Answer; readonly texts: PdfTexts }

function Group({ group, ...around }: { readonly group: PdfGroup } & PrintSetting) {
  const isRow = group.title !== ''
  return (
    <div className={isRow ? shown['row'] : undefined}>
      {isRow && <h3>{group.title}</h3>}
      {group.note !== '' && <p className="r-soft">{group.note}</p>}
      <div className={shown['questions']}>
        {group.questions.map((question) => (
          <Question key={question.orden} question={question} {...around} />
        ))}
      </div>
    </div>
  )
}

function Question({ question, answer, texts }: { readonly question: PdfQuestion } & PrintSetting) {
  if (question.kind === 'heading') return <h3 className={shown['heading']}>{question.text}</h3>
  if (question.kind === 'link')
    return (
      <p className={shown['question']}>
        <a href={question.address} target="_blank" rel="noreferrer">
          {question.text}
        </a>
      </p>
    )
  const { title, photo, files } = question
  const isEmpty = question.answer === '' && photo === null && files.length === 0
  return (
    <div className={shown['question']}>
      <p className={`r-soft ${shown['asked']}`}>{title}</p>
      <div>
        {question.answer !== '' && <p className={`r-breaks r-lines ${shown['answer']}`}>{question.answer}</p>}
        {isEmpty && (
          <p className={`r-breaks r-lines ${shown['answer']}`}>
            <span aria-hidden="true">{'–'}</span>
            <span className="r-hidden">{texts.notAnswered}</span>
          </p>
        )}
        {photo !== null && <AttachedImage file={photo} answer={answer} title={title} />}
        {files.map((file) => (
          <AttachedFile key={file.sha256} file={file} answer={answer} />
        ))}
      </div>
    </div>
  )
}

function PrintedSignature({ image, name }: { readonly image: PdfImage; readonly name: string }) {
  const { sha256, url, type, bytes } = image
  const from = useFileUrl({ sha256, url, type: type ?? 'image/png', ...(bytes !== null && { bytes }) })
  const [broken, setBroken] = useState(false)
  if (broken) return <FileUnavailable />
  if (from === undefined) return <Skeleton height={120} />
  return <img src={from} alt={name} onError={() => setBroken(true)} />
}
