import { useLingui } from '@lingui/react/macro'

const MINUTE = 60_000
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/** @returns a function that formats milliseconds in the largest applicable unit, `2.5 hours` */
export function useDuration(): (milliseconds: number) => string {
  const { i18n } = useLingui()
  return (milliseconds) => {
    const [unit, length] = UNITS.find((item) => milliseconds >= item[1]) ?? (['minute', MINUTE] as const)
    return i18n.number(milliseconds / length, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
  }
}
