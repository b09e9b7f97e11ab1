import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/documents/index.ts'
import { NO, outlineOf, UNANSWERED, YES } from '#domain/statistics/index.ts'
import { listAreas } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import type { ListFilters } from './list-filters.ts'
import styles from './filters.module.css'

type BarChipsProps = {
  readonly template: FormTemplate | null | undefined
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

/** The bars of statistics that the list is narrowed to, by their words, each with the way to take it back. */
export function BarChips({ template, search, change }: BarChipsProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const nameOf = useBarNames(template)
  const areas = useLiveQuery(() => listAreas(local), [local])
  const { area, opciones } = search
  const bars = opciones === undefined ? [] : opciones.split(',')
  const place = areas?.find(({ path }) => path === area)?.nombre ?? area?.split('/').at(-1) ?? ''
  const chips = [
    ...(area === undefined ? [] : [{ key: area, text: t`Area: ${place}`, without: { area: '' } }]),
    ...bars.map((bar) => ({
      key: bar,
      text: nameOf(bar),
      without: { opciones: bars.filter((other) => other !== bar).join(',') },
    })),
  ]
  return (
    <div className="r-row" role="group" aria-label={t`Bars of the statistics`}>
      {chips.map(({ key, text, without }) => (
        <Button
          key={key}
          variant="light"
          className={styles['chip'] ?? ''}
          rightSection={<IconX size={16} aria-hidden="true" />}
          aria-label={t`Take back ${text}`}
          onClick={() => change(without)}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}

/** Of the current version; what only an older one asked has no words here. */
function useBarNames(template: FormTemplate | null | undefined): (bar: string) => string {
  const { t, i18n } = useLingui()
  const questions = template ? outlineOf([template], i18n.locale).flatMap((section) => section.questions) : []
  const words: Readonly<Record<string, string>> = { [YES]: t`Yes`, [NO]: t`No`, [UNANSWERED]: t`Not answered` }
  return (bar) => {
    const [key, option = ''] = bar.split('.')
    const question = questions.find((one) => one.key === key)
    const text = question?.options.find((one) => one.key === option)?.texto ?? words[option]
    if (question === undefined || text === undefined) return t`An option of an earlier version`
    return `${question.part === null ? question.titulo : `${question.titulo}: ${question.part}`}: ${text}`
  }
}
