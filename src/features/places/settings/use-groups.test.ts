import { expect, it } from 'vitest'
import { listTimeZones } from './use-groups.ts'

it('names time zones by their cities, with the difference to UTC', () => {
  const zones = listTimeZones('es', new Date('2026-06-01T12:00:00Z'))
  const label = (zone: string) => zones.find(({ value }) => value === zone)?.label
  expect(label('America/Argentina/Buenos_Aires') ?? label('America/Buenos_Aires')).toMatch(
    /^Buenos Aires(, Argentina)? \(UTC−03:00\)$/,
  )
  expect(label('America/Montevideo')).toBe('Montevideo (UTC−03:00)')
  expect(label('Europe/London')).toBe('London (UTC+01:00)')
  expect(label('Asia/Kathmandu') ?? label('Asia/Katmandu')).toMatch(/\(UTC\+05:45\)$/)
  expect(zones[0]).toEqual({ value: 'UTC', label: 'UTC' })
})
