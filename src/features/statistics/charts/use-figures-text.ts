import { useLingui } from '@lingui/react/macro'
import { useFormats } from '#ui/index.ts'
import { computeShare, type Count } from './chart.ts'

/** Formats counts and shares, and the text for `few`. */
export function useFigures() {
  const { i18n, t } = useLingui()
  const formats = useFormats()
  const few = t`< 5`
  return {
    count: (count: Count): string => (count === 'few' ? few : formats.number(count)),
    /** formats a count as sent by the server; null: `few` */
    countText: (count: number | null): string => (count === null ? few : formats.number(count)),
    /** formats a share; `–` if there is none */
    share: (count: Count, base: number | null | undefined): string => {
      const share = computeShare(count, base)
      return share === null ? '–' : i18n.number(share, { style: 'percent', maximumFractionDigits: 1 })
    },
    decimal: (value: number): string => i18n.number(value, { maximumFractionDigits: 2 }),
  }
}
