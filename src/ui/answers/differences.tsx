import { Trans, useLingui } from '@lingui/react/macro'
import { contentOf } from '#domain/answering/index.ts'
import { correctionBetween, particularEditsBetween, particularsOf } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { usePlaceWords, type PlaceWords } from './conflict-words.ts'
import { useDifferencesOf, type Difference } from './differences-of.ts'
import styles from './differences.module.css'

type DifferencesProps = {
  readonly before: Answer
  readonly after: Answer
  readonly version: FormTemplate | null | undefined
}

/** The differences between two versions of an answer. */
export function Differences({ before, after, version }: DifferencesProps) {
  const { t } = useLingui()
  const numbered = [after, before].map((answer) => contentOf(answer).rows)
  const words = usePlaceWords({ files: after.files, rows: numbered }, version)
  const rows = useDifferences(before, after, words)
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
              <Trans>Where</Trans>
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

function useDifferences(before: Answer, after: Answer, words: PlaceWords): readonly Difference[] {
  const { t } = useLingui()
  const differencesOf = useDifferencesOf(words)
  const stateOf = ({ estados }: Answer): string =>
    estados?.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? ''
  const state = { key: 'state', place: t`State`, was: stateOf(before), is: stateOf(after) }
  return [
    ...(state.was === state.is ? [] : [state]),
    ...differencesOf({
      ...correctionBetween(contentOf(before), contentOf(after)),
      ...particularEditsBetween(particularsOf(before), particularsOf(after)),
    }),
  ]
}
