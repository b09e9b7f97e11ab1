import { useLingui } from '@lingui/react'
import { isTimeZone } from '#domain/kernel/index.ts'
import { useProfile } from '../session/session-store.ts'
import { createFormats, type Formats } from './format.ts'

type Moment = readonly [day: string, time: string]

const writers = new Map<string, (instant: string | number) => Moment | null>()

/** Returns the writer of a time zone. Kept, as creating a formatter takes milliseconds. */
function createWriter(timeZone: string): (instant: string | number) => Moment | null {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  // The Swedish locale formats dates like ISO.
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const writer = (instant: string | number): Moment | null => {
    const date = new Date(instant)
    if (Number.isNaN(date.getTime())) return null
    const [day = '', time = ''] = format.format(date).split(' ')
    return [day.split('-').toReversed().join('/'), time]
  }
  writers.set(timeZone, writer)
  return writer
}

/** Formats in a time zone. @param timeZone missing: the device's; an unknown zone counts as UTC */
export function useFormatsIn(timeZone: string | undefined): Formats {
  const { i18n } = useLingui()
  const formats = createFormats(i18n.locale)
  if (timeZone === undefined) return formats
  const write = writers.get(timeZone) ?? createWriter(timeZone)
  return {
    ...formats,
    date: (instant) => write(instant)?.[0] ?? '–',
    time: (instant) => write(instant)?.[1] ?? '–',
    dateTime: (instant) => write(instant)?.join(' ') ?? '–',
  }
}

/**
 * Time zone of a municipality of the user. Undefined for the municipalities that administrators see without areas in
 * them, and if the profile is from an earlier release.
 */
export function useMunicipalityTimeZone(path: string | undefined): string | undefined {
  const profile = useProfile()
  const all = profile === null ? [] : [profile.municipality, ...(profile.municipalities ?? [])]
  return all.find((municipality) => municipality.path === path)?.timeZone
}

/** @returns the city of this time zone for texts, for example "Buenos Aires" */
export function getTimeZoneCity(timeZone: string): string {
  // The last part of a zone such as Etc/GMT+3 would mean the opposite.
  return timeZone.replace(/^(?!Etc\/).*\//, '').replaceAll('_', ' ')
}

/** @returns the city of this time zone if its time now differs from the device's, to be shown beside times */
export function findOtherTimeZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined
  const now = Date.now()
  const write = writers.get(timeZone) ?? createWriter(timeZone)
  return write(now)?.join(' ') === createFormats('en').dateTime(now) ? undefined : getTimeZoneCity(timeZone)
}
