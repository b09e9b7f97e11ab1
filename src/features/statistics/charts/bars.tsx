import { useState } from 'react'
import { Button } from '@mantine/core'
import { Plural, Trans } from '@lingui/react/macro'
import { ChartTable } from './chart-table.tsx'
import { useChartActs } from './chart-acts.ts'
import type { Chart } from './chart.ts'

/** A list of two thousand streets is no chart: the first of them are, and the rest is a tap away. */
const FIRST = 12

/** Bars that lie, one under the other, with their figures: the chart is the table. */
export function Bars({ chart }: { readonly chart: Chart }) {
  const [isWhole, setWhole] = useState(false)
  const acts = useChartActs()
  const { bars } = chart
  const more = bars.length - FIRST
  // What the page is filtered by is in sight, so that it can be taken back.
  const shown = isWhole || more <= 1 ? bars : bars.filter(({ key }, at) => at < FIRST || acts?.isPicked(key) === true)
  return (
    <>
      <ChartTable chart={chart} bars={shown} drawn />
      {more > 1 && (
        <div>
          <Button variant="subtle" size="compact-md" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? <Trans>Show fewer</Trans> : <Plural value={more} one="Show # more" other="Show # more" />}
          </Button>
        </div>
      )}
    </>
  )
}
