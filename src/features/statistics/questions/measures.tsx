import { Trans, useLingui } from '@lingui/react/macro'
import type { Figures } from '#domain/statistics/index.ts'
import { useFigures } from '../charts/use-figures-text.ts'
import type { ComparedFigures } from './charts-of.ts'
import styles from './questions.module.css'

type Numbers = Extract<Figures, { readonly kind: 'numbers' }>

/** Statistical measures of numbers, next to those of the comparison. */
export function MeasureTable({
  title,
  figures,
  other,
}: {
  readonly title: string
  readonly figures: Numbers
  readonly other: ComparedFigures | undefined
}) {
  const { t } = useLingui()
  const text = useFigures()
  const before = other?.figures.kind === 'numbers' ? other.figures : undefined
  const written = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : text.decimal(value)
  const rows: readonly (readonly [name: string, of: (numbers: Numbers) => number | null])[] = [
    [t`Answers`, ({ n }) => n],
    [t`Mean`, ({ mean }) => mean],
    [t`Median`, ({ median }) => median],
    [t`Lower quartile`, ({ q1 }) => q1],
    [t`Upper quartile`, ({ q3 }) => q3],
    [t`Standard deviation`, ({ deviation }) => deviation],
    [t`Minimum`, ({ least }) => least],
    [t`Maximum`, ({ most }) => most],
    [t`Sum`, ({ sum }) => sum],
  ]
  const beyond = text.countText(figures.beyond)
  return (
    <>
      <div className={`r-yields ${styles['around']}`}>
        <table className={`r-note ${styles['measures']}`} aria-label={t`Measures of ${title}`}>
          <thead className={before === undefined ? 'r-hidden' : undefined}>
            <tr>
              <th scope="col">{t`Measure`}</th>
              <th scope="col">{other?.names.now ?? t`Value`}</th>
              {before !== undefined && <th scope="col">{other?.names.compared}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, of]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{written(of(figures))}</td>
                {before !== undefined && <td>{written(of(before))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(figures.beyond ?? 0) > 0 && (
        <p className="r-soft r-small">
          <Trans>{beyond} values with too many digits are not included.</Trans>
        </p>
      )}
    </>
  )
}
