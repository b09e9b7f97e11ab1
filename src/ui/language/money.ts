import { useLingui } from '@lingui/react'
import { createMoneyFormat, type MoneyFormat } from '#domain/payments/index.ts'

const known = new Map<string, MoneyFormat>()

/** @param locale a code of LANGUAGES */
export function createMoneyFormatter(locale: string): MoneyFormat {
  const money = known.get(locale) ?? createMoneyFormat(locale)
  known.set(locale, money)
  return money
}

export function useMoney(): MoneyFormat {
  return createMoneyFormatter(useLingui().i18n.locale)
}
