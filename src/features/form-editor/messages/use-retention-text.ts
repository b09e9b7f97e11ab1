import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { parseRetention } from '#domain/privacy/index.ts'

/** Formats a retention period: “5 years”. */
export function useRetentionText(): (period: string | undefined) => string {
  const { t } = useLingui()
  return (period) => {
    const retention = parseRetention(period)
    if (retention === undefined) return ''
    const { count, unit } = retention
    if (unit === 'D') return t`${plural(count, { one: '# day', other: '# days' })}`
    if (unit === 'M') return t`${plural(count, { one: '# month', other: '# months' })}`
    return t`${plural(count, { one: '# year', other: '# years' })}`
  }
}
