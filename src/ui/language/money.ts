import { useLingui } from '@lingui/react'
import { createMoneyFormat, type MoneyFormat } from '#domain/payments/index.ts'
import { NAMED_LANGUAGES, type NamedLanguage } from './languages.ts'

const known = new Map<string, MoneyFormat>()

/** @param locale a code of LANGUAGES */
export function createMoneyFormatter(locale: string): MoneyFormat {
  const money = known.get(locale) ?? createMoneyFormat(NAMED_LANGUAGES[locale as NamedLanguage]?.tag ?? 'en')
  known.set(locale, money)
  return money
}

export function useMoney(): MoneyFormat {
  return createMoneyFormatter(useLingui().i18n.locale)
}
