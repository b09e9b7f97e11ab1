import { Link } from '@tanstack/react-router'
import { Group, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { CrossTable, StatisticsSection } from '#domain/statistics/index.ts'
import { EmptyState, ListSkeleton, ListTable, type Column } from '#ui/index.ts'
import { parseCrossTableParam, type StatisticsSearch } from '../address.ts'
import type { ListLink } from '../charts/chart-acts.ts'
import { useChartTexts, useFigureFormats } from '../charts/use-figures-text.ts'
import type { StatisticsActions } from '../use-acts.ts'
import { useCrossTable, type StatisticsQueryFilter } from '../use-statistics.ts'
import { buildCrossGrid, listCrossTableQuestions } from './build-chart.ts'
import styles from './questions.module.css'

type CrossTablePartProps = {
  readonly form: TemplateId
  readonly filter: StatisticsQueryFilter
  readonly sections: readonly StatisticsSection[]
  readonly search: StatisticsSearch
  readonly change: (change: StatisticsSearch) => void
  readonly actsFor: StatisticsActions
}

/**
 * A cross-table of two questions with options. The rows are the options of the first question, the columns those of the
 * second.
 */
export function CrossTablePart({ form, filter, sections, search, change, actsFor }: CrossTablePartProps) {
  const { t } = useLingui()
  const { rows, columns, share, crossed } = parseCrossTableParam(search.cruce)
  const table = useCrossTable(form, filter, crossed)
  const set = (next: { readonly rows?: string; readonly columns?: string; readonly share?: string }): void => {
    const all = { rows, columns, share, ...next }
    change({ cruce: [all.rows, all.columns === all.rows ? '' : all.columns, all.share].join('.') })
  }
  const choices = (but: string) => [
    { value: '', label: t`Choose a question` },
    ...sections.flatMap((section, index) => {
      const number = index + 1
      const items = listCrossTableQuestions([section]).flatMap(({ value, label }) =>
        value === but ? [] : [{ value, label }],
      )
      return items.length === 0 ? [] : [{ group: section.titulo === '' ? t`Section ${number}` : section.titulo, items }]
    }),
  ]
  const [inRows, inColumns] = [rows, columns].map((key) =>
    listCrossTableQuestions(sections).find((question) => question.value === key),
  )
  // No links for rows of a repeated section, because the list finds whole answers.
  const isLinked = inRows?.isOfRows === false && inColumns?.isOfRows === false
  return (
    <div className="r-column r-gap-12 r-card r-pad-16 r-raised">
      <Group gap="8px 12px" align="end">
        <NativeSelect
          label={t`Rows`}
          className={styles['crossed'] ?? ''}
          value={rows}
          onChange={(event) => set({ rows: event.currentTarget.value })}
          data={choices('')}
        />
        <NativeSelect
          label={t`Columns`}
          className={styles['crossed'] ?? ''}
          value={columns}
          onChange={(event) => set({ columns: event.currentTarget.value })}
          data={choices(rows)}
        />
        <NativeSelect
          label={t`Percentages`}
          value={share}
          onChange={(event) => set({ share: event.currentTarget.value })}
          data={[
            { value: '', label: t({ message: 'None', context: 'percentages' }) },
            { value: 'filas', label: t`Of the row` },
            { value: 'columnas', label: t`Of the column` },
          ]}
        />
      </Group>
      {crossed === undefined ? (
        <p className="r-soft r-small">
          <Trans>Shows how often an option of one question was chosen together with an option of another.</Trans>
        </p>
      ) : (
        <Crossed
          table={table}
          share={share}
          titles={[inRows?.label ?? '', inColumns?.label ?? '']}
          linkOf={(row, column) => {
            const picked = [[rows, row] as const, [columns, column] as const].filter(([, option]) => option !== '')
            return isLinked ? actsFor.options(picked) : undefined
          }}
        />
      )}
    </div>
  )
}

type CrossedProps = {
  /** undefined while loading; null if there is no table */
  readonly table: CrossTable | null | undefined
  readonly share: ReturnType<typeof parseCrossTableParam>['share']
  readonly titles: readonly [rows: string, columns: string]
  /** link to the answers behind a cell; an empty option means a total */
  readonly linkOf: (row: string, column: string) => ListLink | undefined
}

function Crossed({ table, share, titles: [rows, columns], linkOf }: CrossedProps) {
  const { t } = useLingui()
  const texts = useChartTexts()
  const figures = useFigureFormats()
  if (table === undefined) return <ListSkeleton rows={3} height={36} />
  if (table === null)
    return (
      <EmptyState title={<Trans>These two questions cannot be shown in one table</Trans>}>
        <Trans>
          One has more than 50 options, they are in different repeatable sections, or the figures are not stored on this
          device.
        </Trans>
      </EmptyState>
    )
  if (table.count === 0) return <EmptyState title={<Trans>No answer includes both questions</Trans>} />
  const { heads, lines } = buildCrossGrid(table, share, texts)
  type Line = (typeof lines)[number]
  const cell = (line: Line, index: number) => {
    const { count, base } = line.cells[index] ?? { count: 0, base: undefined }
    const text = figures.count(count)
    const link = count === 0 || count === 'few' ? undefined : linkOf(line.key, heads[index]?.key ?? '')
    return (
      <>
        {link === undefined ? text : <Link {...link}>{text}</Link>}
        {base !== undefined && <span className={`r-soft ${styles['share']}`}>{figures.share(count, base)}</span>}
      </>
    )
  }
  const total = lines.at(-1)
  const list: readonly Column<Line>[] = [
    { head: rows, key: 'rows', cell: ({ label }) => label },
    ...heads.map(({ key, label }, index): Column<Line> => ({
      head: label,
      key: `column ${key}`,
      figures: true,
      cell: (line) => cell(line, index),
    })),
  ]
  return (
    <>
      <div className={styles['grid']}>
        <ListTable
          dense
          label={t`${rows} by ${columns}`}
          columns={list}
          items={lines.slice(0, -1)}
          keyOf={({ key }) => key}
          foot={
            total !== undefined && (
              <tr>
                <th scope="row">{total.label}</th>
                {heads.map(({ key }, index) => (
                  <td key={key} data-figures>
                    {cell(total, index)}
                  </td>
                ))}
              </tr>
            )
          }
        />
      </div>
      {table.several && (
        <p className="r-soft r-small">
          <Trans>Several options could be chosen, so a total may be less than the sum of its cells.</Trans>
        </p>
      )}
    </>
  )
}
