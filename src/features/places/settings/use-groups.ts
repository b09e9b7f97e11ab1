import { useMemo, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { MunicipalitySettings, SettingsInput } from '#domain/places/index.ts'
import { DELETED_ANSWERS_DAYS, LARGE_STATISTICS_PAGE_SIZE, MAX_OWN_ANSWERS_DAYS } from '#domain/kernel/index.ts'
import { NAMED_LANGUAGES } from '#ui/index.ts'

/** Values of the form, which of them the user may change, and their errors. */
export type SettingsFields = {
  readonly values: MunicipalitySettings
  readonly set: (change: SettingsInput) => void
  readonly isMine: (name: keyof MunicipalitySettings) => boolean
  readonly errorOf: (name: keyof MunicipalitySettings) => string | undefined
}

type SettingNamesOf<Value> = {
  [Name in keyof MunicipalitySettings]: MunicipalitySettings[Name] extends Value ? Name : never
}[keyof MunicipalitySettings]
type Words = { readonly label: string; readonly about: string }

export type SettingField =
  | (Words & { readonly kind: 'switch'; readonly name: SettingNamesOf<boolean> })
  | (Words & {
      readonly kind: 'number'
      readonly name: 'statisticsPageSize' | 'ownAnswersDays' | 'deletedAnswersDays'
      readonly least: number
      readonly max: number
      /** meaning of an empty field; missing if the field must not be empty */
      readonly none?: string
    })
  | (Words & { readonly kind: 'lines'; readonly name: 'videoAttachmentUsernames' | 'frameAncestors' })
  | (Words & {
      readonly kind: 'choice'
      readonly name: 'geocoder' | 'language' | 'timeZone'
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    })
  | (Words & { readonly kind: 'text'; readonly name: 'sign' | 'currencyName' })
  | (Words & { readonly kind: 'colour'; readonly name: 'brandColour' })
  | { readonly kind: 'logo'; readonly name: 'brandLogo' }
  | { readonly kind: 'ownLanguage'; readonly name: 'ownLanguage' }
  | { readonly kind: 'certificate'; readonly name: 'certificate' }

/** The time zones by their cities, with the difference to UTC at this time: “Córdoba, Argentina (UTC−03:00)”. */
export function listTimeZones(
  language: string,
  now: Date,
): readonly { readonly value: string; readonly label: string }[] {
  const zones = Intl.supportedValuesOf('timeZone').map((value) => {
    const [, ...places] = value.replaceAll('_', ' ').split('/')
    const parts = new Intl.DateTimeFormat('en', { timeZone: value, timeZoneName: 'longOffset' }).formatToParts(now)
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) || '+00:00'
    return { value, label: `${places.toReversed().join(', ') || value} (UTC${offset.replace('-', '−')})` }
  })
  return [{ value: 'UTC', label: 'UTC' }, ...zones.toSorted((a, b) => a.label.localeCompare(b.label, language))]
}

/** All settings in page order, with descriptions. */
export function useSettingGroups(): readonly { readonly title: string; readonly settings: readonly SettingField[] }[] {
  const { t, i18n } = useLingui()
  const [now] = useState(() => new Date())
  const zones = useMemo(() => listTimeZones(i18n.locale, now), [i18n.locale, now])
  return [
    {
      title: t`Devices`,
      settings: [
        {
          kind: 'switch',
          name: 'sharedDevicesKeepReceived',
          label: t`Shared devices keep received data`,
          about: t`When a user signs out of a shared device, forms and answers from the server stay on it. If off, they are removed and the next user cannot find them.`,
        },
        {
          kind: 'switch',
          name: 'citizensOffline',
          label: t`Devices keep looked-up citizens`,
          about: t`Citizens looked up in the registry can be found again on the same device without a connection, for 30 days or until the user signs out. If off, devices do not store citizens.`,
        },
        {
          kind: 'number',
          name: 'ownAnswersDays',
          label: t`Days to keep a user’s own answers on devices`,
          about: t`Older answers are downloaded when opened.`,
          least: 0,
          max: MAX_OWN_ANSWERS_DAYS,
        },
      ],
    },
    {
      title: t`Regional settings`,
      settings: [
        {
          kind: 'choice',
          name: 'timeZone',
          label: t`Time zone`,
          about: t`Used for dates and times of payments and events, and in PDFs, e-mails, exports, statistics and API filters. Other screens use the time zone of the device.`,
          choices: zones,
        },
        {
          kind: 'choice',
          name: 'language',
          label: t`Language`,
          about: t`Used for PDFs and e-mails that the server creates automatically. Texts without a translation are in English.`,
          choices: Object.entries(NAMED_LANGUAGES).flatMap(([value, { name }]) =>
            value === 'ot' ? [] : { value, label: name },
          ),
        },
        { kind: 'ownLanguage', name: 'ownLanguage' },
      ],
    },
    {
      title: t`Appearance`,
      settings: [
        { kind: 'logo', name: 'brandLogo' },
        {
          kind: 'colour',
          name: 'brandColour',
          label: t`Colour`,
          about: t`Used for the line under the top bar and, on public pages, for lines and buttons. White text must be readable on it. If empty, Relevo’s own colour is used.`,
        },
      ],
    },
    {
      title: t`Answers`,
      settings: [
        {
          kind: 'switch',
          name: 'codeHidden',
          label: t`Hide the code after saving`,
          about: t`The page after saving and the pages for citizens do not show the code. PDFs and e-mails show the reference instead.`,
        },
        {
          kind: 'switch',
          name: 'electronicSignatureHidden',
          label: t`Hide the electronic signature code`,
          about: t`Answers are shown without this code. Signatures that were drawn or uploaded are still shown.`,
        },
        { kind: 'certificate', name: 'certificate' },
      ],
    },
    {
      title: t`Managed by the administrator of the installation`,
      settings: [
        {
          kind: 'choice',
          name: 'geocoder',
          label: t`Address search`,
          about: t`Service that finds addresses on the map. Use map search, unless a geocoding service is set up on the server.`,
          choices: [
            { value: 'map-search', label: t`Map search` },
            { value: 'address-service', label: t`Geocoding service` },
          ],
        },
        {
          kind: 'switch',
          name: 'videoAttachments',
          label: t`Video attachments for everyone`,
          about: t`The form editor offers video attachments to everyone who builds forms here.`,
        },
        {
          kind: 'lines',
          name: 'videoAttachmentUsernames',
          label: t`Video attachments for these usernames`,
          about: t`One username per line. These users can use video attachments even if not everyone can.`,
        },
        {
          kind: 'number',
          name: 'statisticsPageSize',
          label: t`Answers per page in statistics`,
          about: t`With a higher number, pages take longer to load.`,
          least: 1,
          max: LARGE_STATISTICS_PAGE_SIZE,
        },
        {
          kind: 'lines',
          name: 'frameAncestors',
          label: t`Websites that may embed this municipality’s public pages`,
          about: t`One per line, for example https://www.example.org or https://*.example.org. If empty, no website may embed them.`,
        },
        {
          kind: 'text',
          name: 'sign',
          label: t`Currency symbol`,
          about: t`Shown before amounts.`,
        },
        {
          kind: 'text',
          name: 'currencyName',
          label: t`Currency code`,
          about: t`Three capital letters, for example ARS.`,
        },
        {
          kind: 'number',
          name: 'deletedAnswersDays',
          label: t`Days until deleted answers are erased permanently`,
          about: t`During this time, deleted answers can be restored.`,
          least: DELETED_ANSWERS_DAYS.least,
          max: DELETED_ANSWERS_DAYS.most,
          none: t`If empty, they are never erased.`,
        },
      ],
    },
  ]
}
