// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { AUDIT_DETAILS, type AuditEntry } from '#domain/audit/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { ActionDetails } from './act-details.tsx'

afterEach(cleanup)

async function shown(details: AuditEntry['details']): Promise<string> {
  const screen = () => (
    <main>
      <ActionDetails details={details} />
    </main>
  )
  await openScreen({ path: '/auditoria', screen, role: 'ROLE_ADMIN', areas: [], templates: [], address: '/auditoria' })
  return document.querySelector('main')?.textContent ?? ''
}

describe('details of an entry', () => {
  it('have words, each that the server writes, and dates in the order of the reader', async () => {
    const details = {
      ...Object.fromEntries(AUDIT_DETAILS.map((name) => [name, 1])),
      answer: 'GEDNE3CH5SST5Q0PJZ6GA01F50',
      by: 'number',
      day: '2026-11-29',
      fields: 'roles, firstName',
      found: true,
      method: 'cash',
      period: 'P5Y',
      provider: 'desk',
      public: false,
      source: 'censo',
      why: 'session.bad-credentials',
    }
    const words = [
      'Answer: GED-NE3',
      'Searched by: ID number or tax number',
      'Day: 29/11/2026',
      'Found: yes',
      'Changed fields: Role, First name',
      'Payment method: Cash',
      'Retention period: 5 years',
      'Payment provider: At the desk',
      'Public form: no',
      'Copied from: censo',
      'Reason: Wrong e-mail or password.',
    ]
    const text = await shown(details)
    for (const word of words) expect(text).toContain(word)
    const named = text.split(' · ').map((part) => part.slice(0, part.indexOf(':')))
    expect(named).toHaveLength(AUDIT_DETAILS.length)
    expect(named.filter((name) => (AUDIT_DETAILS as readonly string[]).includes(name))).toEqual([])
  })

  it('name changed fields one way, as earlier releases wrote them also', async () => {
    expect(await shown({ fields: 'brandColour timeZone' })).toBe('Changed fields: Colour, Time zone')
  })
})
