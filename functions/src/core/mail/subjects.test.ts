import { expect, it } from 'vitest'
import { generateAnswerId } from '#domain/kernel/index.ts'
import { writeCitizenEmail, type CitizenEmailFacts } from './email-citizen.ts'
import { writeCopyEmail } from './send-copy.ts'
import { writeEmail } from './write-email.ts'

const FACTS = { name: '', account: '', home: 'https://r.example', link: '', hours: 1, tokens: [] }
const OF = { orderId: 'K3WQ9ZT0M4XB', order: generateAnswerId(new Uint8Array(16)) }
const CITIZEN: CitizenEmailFacts = {
  name: 'Ana',
  title: 'Reclamo',
  named: 'MVD1',
  municipality: 'Montevideo',
  about: { state: 'Resuelto' },
  link: undefined,
  days: 7,
}
const COPY = {
  title: 'Reclamo',
  named: 'MVD1',
  by: 'Sofía',
  municipality: 'Montevideo',
  subject: '',
  body: '',
  attachment: undefined,
}

it('cuts a long title in the subject of every e-mail, between two characters', () => {
  const title = '😀'.repeat(2000)
  const subjects = [
    ...(['en', 'es'] as const).map((language) =>
      writeEmail({ letter: 'tickets', event: title, of: OF }, language, FACTS),
    ),
    writeCitizenEmail({ ...CITIZEN, title }, 'es'),
    writeCitizenEmail({ ...CITIZEN, title, about: { asked: 'Falta la foto' } }, 'es'),
    writeCopyEmail({ ...COPY, title }, 'es'),
  ].map(({ subject }) => subject)
  for (const subject of subjects) {
    expect(subject.length).toBeLessThanOrEqual(200)
    expect(subject).toMatch(/^\p{L}[^]*: (?:😀)+…$/u)
    expect(subject.isWellFormed()).toBe(true)
  }
})

it('leaves out direction overrides, which would turn around the rest of a line', () => {
  const title = 'Feria \u202egpj.exe\u2066 2027'
  const written = [
    writeEmail({ letter: 'tickets', event: title, of: OF }, 'en', { ...FACTS, name: '\u202eAna' }),
    writeCitizenEmail({ ...CITIZEN, title, about: { asked: `Falta\n\u202e${title}` } }, 'en'),
    writeCopyEmail({ ...COPY, title, body: title }, 'en'),
  ]
  for (const { subject, text } of written) {
    expect(subject).toContain('Feria gpj.exe 2027')
    expect(`${subject}${text}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  }
})
