import { useLingui } from '@lingui/react'
import { moneyIn, type Money } from '#domain/payments/index.ts'
import { LANGUAGES, type Language } from './languages.ts'

const known = new Map<string, Money>()

/** @param locale a code of LANGUAGES */
export function moneyFor(locale: string): Money {
  const money = known.get(locale) ?? moneyIn(LANGUAGES[locale as Language]?.tag ?? 'en')
  known.set(locale, money)
  return money
}

export function useMoney(): Money {
  return moneyFor(useLingui().i18n.locale)
}
