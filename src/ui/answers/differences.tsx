import { Trans, useLingui } from '@lingui/react/macro'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { buildCorrection, findDetailEdits, buildAnswerDetails } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { ListTable, type Column } from '../page/list-table.tsx'
import { usePlaceTexts, type PlaceTexts } from './conflict-texts.ts'
import { useCorrectionDifferences, type AnswerDifference } from './use-correction-differences.ts'

type DifferencesProps = {
  readonly before: Answer
  readonly after: Answer
  readonly version: FormTemplate | null | undefined
}

/** The differences between two versions of an answer. */
export function AnswerDifferences({ before, after, version }: DifferencesProps) {
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
  const columns: readonly Column<AnswerDifference>[] = [
    { head: t`Field`, cell: ({ place }) => place },
    { head: t`Version ${older}`, card: 'line', cell: ({ was }) => <span className="r-lines">{was}</span> },
    { head: t`Version ${newer}`, card: 'line', cell: ({ is }) => <span className="r-lines">{is}</span> },
  ]
  return <ListTable label={t`Differences`} columns={columns} items={rows} keyOf={({ key }) => key} />
}

function useDifferences(before: Answer, after: Answer, texts: PlaceTexts): readonly AnswerDifference[] {
  const { t } = useLingui()
  const listDifferences = useCorrectionDifferences(texts)
  const getCurrentStateName = ({ estados }: Answer): string =>
    estados?.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? ''
  const state = { key: 'state', place: t`State`, was: getCurrentStateName(before), is: getCurrentStateName(after) }
  return [
    ...(state.was === state.is ? [] : [state]),
    ...listDifferences({
      ...buildCorrection(decomposeAnswer(before), decomposeAnswer(after)),
      ...findDetailEdits(buildAnswerDetails(before), buildAnswerDetails(after)),
    }),
  ]
}
