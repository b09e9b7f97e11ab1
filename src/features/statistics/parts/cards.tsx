import { useLingui } from '@lingui/react/macro'
import type { ReadyStatistics, StatisticsCard } from '#domain/statistics/index.ts'
import { useFormats } from '#ui/index.ts'
import { useFigures } from '../charts/use-figures-text.ts'
import { countOf } from '../questions/charts-of.ts'
import styles from '../statistics.module.css'

/** The form's card and the search's: how many there are, and how many of them the filters find. */
export function Cards({
  ready,
  compared,
}: {
  readonly ready: ReadyStatistics
  readonly compared?: ReadyStatistics | undefined
}) {
  const { t } = useLingui()
  const { all, found } = ready
  return (
    <div className={`r-grid r-gap-16 r-top ${styles['cards']}`}>
      <Card title={t`This search`} card={found} of={all.answers} compared={compared?.found} />
      <Card title={t`The whole form`} card={all} version={ready.form.version} />
    </div>
  )
}

type CardProps = {
  readonly title: string
  readonly card: StatisticsCard
  /** what 100 % is */
  readonly of?: number | null
  readonly compared?: StatisticsCard | undefined
  readonly version?: number
}

function Card({ title, card, of, compared, version }: CardProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigures()
  const { answers, authors, withCitizen, located, first, last } = card
  const share = of === undefined ? '–' : figures.share(countOf(answers), of)
  const ofAll = of === undefined ? '' : figures.told(of)
  const before = compared === undefined ? undefined : figures.told(compared.answers)
  const part = (count: number | null): string => {
    const shown = figures.share(countOf(count), answers)
    return shown === '–' ? figures.told(count) : `${figures.told(count)} (${shown})`
  }
  return (
    <section className={`r-column r-pad-16 r-card ${styles['card']}`} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles['number']}>
        <strong>{figures.told(answers)}</strong> {answers === 1 ? t`answer` : t`answers`}
      </p>
      {share !== '–' && <p className="r-soft r-small">{t`${share} of ${ofAll}`}</p>}
      {before !== undefined && <p className="r-soft r-small">{t`compared with ${before}`}</p>}
      <dl className={`r-note ${styles['facts']}`}>
        {[
          { name: t`People who answered`, value: figures.told(authors) },
          { name: t`With a citizen`, value: part(withCitizen) },
          { name: t`With a place on the map`, value: part(located) },
          ...(first === null || last === null
            ? []
            : [{ name: t`From the first to the last`, value: `${formats.date(first)} – ${formats.date(last)}` }]),
          ...(version === undefined ? [] : [{ name: t`Version of the form`, value: formats.number(version) }]),
        ].map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
