import { Trans, useLingui } from '@lingui/react/macro'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { correctionBetween, particularEditsBetween, buildParticulars } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { usePlaceTexts, type PlaceTexts } from './conflict-texts.ts'
import { useCorrectionDifferences, type AnswerDifference } from './use-correction-differences.ts'
import styles from './differences.module.css'

type DifferencesProps = {
  readonly before: Answer
  readonly after: Answer
  readonly version: FormTemplate | null | undefined
}

/** The differences between two versions of an answer. */
export function Differences({ before, after, version }: DifferencesProps) {
  const { t } = useLingui()
  const numbered = [after, before].map((answer) => decomposeAnswer(answer).rows)
  const texts = usePlaceTexts({ files: after.files, rows: numbered }, version)
  const rows = useDifferences(before, after, texts)
  const [older, newer] = [before.version, after.version]
  if (rows.length === 0)
    return (
      <p>
        <Trans>There are no differences between the answers.</Trans>
      </p>
    )
  return (
    <div className={styles['scroll']}>
      <table className={`r-wide r-lines ${styles['table']}`} aria-label={t`Differences`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Version {older}</Trans>
            </th>
            <th scope="col">
              <Trans>Version {newer}</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, place, was, is }) => (
            <tr key={key}>
              <th scope="row">{place}</th>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useDifferences(before: Answer, after: Answer, texts: PlaceTexts): readonly AnswerDifference[] {
  const { t } = useLingui()
  const listDifferences = useCorrectionDifferences(texts)
  const currentStateName = ({ estados }: Answer): string =>
    estados?.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? ''
  const state = { key: 'state', place: t`State`, was: currentStateName(before), is: currentStateName(after) }
  return [
    ...(state.was === state.is ? [] : [state]),
    ...listDifferences({
      ...correctionBetween(decomposeAnswer(before), decomposeAnswer(after)),
      ...particularEditsBetween(buildParticulars(before), buildParticulars(after)),
    }),
  ]
}
