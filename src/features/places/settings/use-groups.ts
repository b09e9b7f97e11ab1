import { useLingui } from '@lingui/react/macro'
import type { MunicipalitySettings, SettingsWish } from '#domain/places/index.ts'
import { DELETED_ANSWERS_DAYS, LARGE_STATISTICS_PAGE_SIZE, MAX_OWN_ANSWERS_DAYS } from '#domain/kernel/index.ts'
import { LANGUAGES } from '#ui/index.ts'

/** Current values, and which may be changed. */
export type Fields = {
  readonly values: MunicipalitySettings
  readonly set: (change: SettingsWish) => void
  readonly isMine: (name: keyof MunicipalitySettings) => boolean
  readonly errorOf: (name: keyof MunicipalitySettings) => string | undefined
}

type Of<Value> = {
  [Name in keyof MunicipalitySettings]: MunicipalitySettings[Name] extends Value ? Name : never
}[keyof MunicipalitySettings]
type Words = { readonly label: string; readonly about: string }

export type Setting =
  | (Words & { readonly kind: 'switch'; readonly name: Of<boolean> })
  | (Words & {
      readonly kind: 'number'
      readonly name: 'statisticsPageSize' | 'ownAnswersDays' | 'deletedAnswersDays'
      readonly least: number
      readonly most: number
      /** meaning of an empty field, where it may be empty */
      readonly none?: string
    })
  | (Words & { readonly kind: 'lines'; readonly name: 'videoAttachmentUsernames' | 'frameAncestors' })
  | (Words & {
      readonly kind: 'choice'
      readonly name: 'geocoder' | 'language' | 'timeZone'
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    })
  | (Words & { readonly kind: 'text'; readonly name: 'brandColour' | 'sign' | 'currencyName' })
  | { readonly kind: 'logo'; readonly name: 'brandLogo' }
  | { readonly kind: 'certificate'; readonly name: 'certificate' }

/** All settings in page order, with descriptions. */
export function useGroups(): readonly { readonly title: string; readonly settings: readonly Setting[] }[] {
  const { t } = useLingui()
  return [
    {
      title: t`Devices`,
      settings: [
        {
          kind: 'switch',
          name: 'sharedDevicesKeepReceived',
          label: t`Shared devices keep what was received`,
          about: t`When somebody signs out on a device that several people use, forms and answers from the server stay on it. Off: they go, and the next person cannot find them.`,
        },
        {
          kind: 'switch',
          name: 'citizensOffline',
          label: t`Devices remember citizens`,
          about: t`Whom somebody has looked up in the citizen registry is found again on the same device without a network, for 30 days or until they sign out. Off: devices keep nobody.`,
        },
        {
          kind: 'number',
          name: 'ownAnswersDays',
          label: t`Days of one's own answers on the device`,
          about: t`So long a device keeps whole answers of its person. Older ones are fetched when they are opened.`,
          least: 0,
          most: MAX_OWN_ANSWERS_DAYS,
        },
      ],
    },
    {
      title: t`Clock and language`,
      settings: [
        {
          kind: 'choice',
          name: 'timeZone',
          label: t`Time zone`,
          about: t`Its clock says when a day begins and what hour it is, on papers, in exports and for filters of other programs. A browser goes by its own clock.`,
          choices: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value })),
        },
        {
          kind: 'choice',
          name: 'language',
          label: t`Language`,
          about: t`Papers and letters that no browser asks for are written in it, and in English where it has no words for them yet.`,
          choices: Object.entries(LANGUAGES).flatMap(([value, { name }]) =>
            value === 'ot' ? [] : { value, label: name },
          ),
        },
      ],
    },
    {
      title: t`Looks`,
      settings: [
        { kind: 'logo', name: 'brandLogo' },
        {
          kind: 'text',
          name: 'brandColour',
          label: t`Colour`,
          about: t`A line under the top bar and above its public pages, whose buttons it fills: white must be readable on it. Empty: Relevo's own.`,
        },
      ],
    },
    {
      title: t`Answers`,
      settings: [
        {
          kind: 'switch',
          name: 'codeHidden',
          label: t`No code after saving`,
          about: t`The page after saving says that the answer was registered, and shows no code.`,
        },
        {
          kind: 'switch',
          name: 'electronicSignatureHidden',
          label: t`No electronic signature`,
          about: t`The view of an answer shows no electronic signature; what people signed by hand stays.`,
        },
        { kind: 'certificate', name: 'certificate' },
      ],
    },
    {
      title: t`Decided by the administrator of the installation`,
      settings: [
        {
          kind: 'choice',
          name: 'geocoder',
          label: t`Address search`,
          about: t`Who turns addresses into points on the map.`,
          choices: [
            { value: 'map-search', label: t`Map search` },
            { value: 'address-service', label: t`Geocoding service` },
          ],
        },
        {
          kind: 'switch',
          name: 'videoAttachments',
          label: t`Video attachments for everybody`,
          about: t`The form editor offers video attachments to everybody who builds forms here.`,
        },
        {
          kind: 'lines',
          name: 'videoAttachmentUsernames',
          label: t`Video attachments for these usernames`,
          about: t`One username a line: they are offered videos even when not everybody is.`,
        },
        {
          kind: 'number',
          name: 'statisticsPageSize',
          label: t`Answers that statistics load at once`,
          about: t`More make a page of statistics slower.`,
          least: 1,
          most: LARGE_STATISTICS_PAGE_SIZE,
        },
        {
          kind: 'lines',
          name: 'frameAncestors',
          label: t`Sites that may show its public pages in a frame`,
          about: t`One a line, for example https://www.example.org or https://*.example.org. Empty: none.`,
        },
        {
          kind: 'text',
          name: 'sign',
          label: t`Sign of the currency`,
          about: t`Stands before prices and payments.`,
        },
        {
          kind: 'text',
          name: 'currencyName',
          label: t`Code of the currency`,
          about: t`Three capital letters, for example ARS.`,
        },
        {
          kind: 'number',
          name: 'deletedAnswersDays',
          label: t`Days until deleted answers are removed for good`,
          about: t`Until then an answer that was deleted by mistake can be brought back.`,
          least: DELETED_ANSWERS_DAYS.least,
          most: DELETED_ANSWERS_DAYS.most,
          none: t`Empty: they are kept.`,
        },
      ],
    },
  ]
}
