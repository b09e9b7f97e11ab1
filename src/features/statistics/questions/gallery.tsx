import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { ListSkeleton, TextLink, useFormats, useProblemText } from '#ui/index.ts'
import { useAnswerPages, type QuestionTextValuesProps } from './texts.tsx'
import styles from './questions.module.css'

/** The photos of a question for users who may read answers. Each photo links to its answer. */
export function QuestionPhotoGallery({ form, filter, question, title }: QuestionTextValuesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const { answers, more, busy, problem, load } = useAnswerPages(form, filter, question, '')
  const photos = answers.flatMap(({ photos: all, ...answer }) => all.map((sha256) => ({ ...answer, sha256 })))
  return (
    <div className={`r-column r-gap-12 ${styles['texts']}`}>
      <ul className={`r-plain r-grid r-gap-12 ${styles['gallery']}`} aria-label={t`Photos of ${title}`}>
        {photos.map(({ answer, codigoMunicipio, fechaCreacion, sha256 }) => (
          <li key={`${answer}${sha256}`}>
            <TextLink to="/ver/$id" params={{ id: answer }}>
              <img src={`/api/answers/${answer}/files/${sha256}`} alt="" loading="lazy" />
              <span className="r-code">{codigoMunicipio}</span> {formats.date(fechaCreacion)}
            </TextLink>
          </li>
        ))}
      </ul>
      {problem !== null && <p role="alert">{problemText(problem)}</p>}
      {busy && photos.length === 0 && <ListSkeleton rows={2} />}
      {more && !(busy && photos.length === 0) && (
        <div>
          <Button variant="default" loading={busy} onClick={load}>
            {problem === null ? <Trans>Load more</Trans> : <Trans>Try again</Trans>}
          </Button>
        </div>
      )}
    </div>
  )
}
