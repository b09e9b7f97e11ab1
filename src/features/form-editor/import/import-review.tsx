import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { Banner } from '#ui/index.ts'
import styles from './exchange.module.css'
import { ImportReport } from './import-report.tsx'
import { LEFT_WORDS } from './note-words.ts'
import type { Review } from './use-chosen-file.ts'

type ImportReviewProps = {
  readonly review: Review
  /** uses of videos or combined questions that this person is not offered */
  readonly unoffered: number
  readonly onUse: () => void
}

/** What a file would put into the editor. */
export function ImportReview({ review: { name, draft, notes, left }, unoffered, onUse }: ImportReviewProps) {
  const { t, i18n } = useLingui()
  const questions = draft.secciones.reduce(
    (sum, { preguntas, conditions }) =>
      sum + preguntas.length + conditions.reduce((inner, condition) => inner + condition.questions.length, 0),
    0,
  )
  const listed = new Intl.ListFormat(i18n.locale).format(left.map((one) => i18n._(LEFT_WORDS[one])))
  return (
    <>
      <div className={styles['found']}>
        <Title order={3}>{draft.titulo === '' ? name : draft.titulo}</Title>
        <p className="r-soft">
          {name} · <Plural value={draft.secciones.length} one="# section" other="# sections" /> ·{' '}
          <Plural value={questions} one="# question" other="# questions" />
        </p>
      </div>
      {left.length > 0 && (
        <Banner tone="waiting">
          <Trans>Stays where the file comes from: {listed}.</Trans>
        </Banner>
      )}
      {unoffered > 0 && (
        <Banner tone="waiting">
          <Plural
            value={unoffered}
            one="# question uses a video or combined fields, which are not offered to you here. Publishing will ask you to change it."
            other="# questions use videos or combined fields, which are not offered to you here. Publishing will ask you to change them."
          />
        </Banner>
      )}
      {notes.length + left.length === 0 && (
        <Banner tone="received">{t`Everything in the file is carried over.`}</Banner>
      )}
      {notes.length > 0 && <ImportReport notes={notes} />}
      <div className={styles['use']}>
        <Button onClick={onUse}>
          <Trans>Put it into the editor</Trans>
        </Button>
      </div>
    </>
  )
}
