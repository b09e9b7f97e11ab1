import { useEffect, useState } from 'react'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { useAccount } from '#ui/index.ts'
import type { StatisticsNarrowing } from './use-statistics.ts'

/** Figures computed on this device. `isDone` is false while computing. */
export type LocalFigures = {
  readonly isDone: boolean
  /** titles and cards; undefined: they cannot be computed on this device */
  readonly ready?: ReadyStatistics | undefined
  readonly whole?: ReadyStatistics | undefined
}

const COUNTING: LocalFigures = { isDone: false }
const NO_FIGURES: LocalFigures = { isDone: true }

/**
 * Computes figures on this device when the server cannot be reached. The code is loaded only then.
 * @param none key that matches no question
 */
export function useLocalFigures(
  form: TemplateId,
  filter: StatisticsNarrowing,
  isWanted: boolean,
  none: string,
): LocalFigures {
  const { local } = useAccount()
  const [counted, setCounted] = useState<{ readonly of: string; readonly is: LocalFigures }>()
  const of = JSON.stringify([form, filter])
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const tell = (is: LocalFigures): void => {
      if (!isOver) setCounted({ of, is })
    }
    const count = async (): Promise<void> => {
      const { openLocalCounter, countAll } = await import('./device/count-here.ts')
      const counting = await openLocalCounter(local, form)
      const query = (JSON.parse(of) as [TemplateId, StatisticsNarrowing])[1]
      const ready = counting?.({ ...query, questions: none })
      if (counting === undefined || ready === undefined) return tell(NO_FIGURES)
      tell({ isDone: true, ready })
      const whole = await countAll(counting, query, ready, () => isOver)
      if (whole !== undefined) tell({ isDone: true, ready, whole })
    }
    count().catch(() => tell(NO_FIGURES))
    return () => {
      isOver = true
    }
  }, [local, form, of, isWanted, none])
  return counted?.of === of ? counted.is : COUNTING
}
