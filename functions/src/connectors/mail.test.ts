import { describe, expect, it } from 'vitest'
import { readMailSettings } from './mail.ts'

describe('the settings of mail', () => {
  it('come from the environment', () => {
    expect(readMailSettings({})).toEqual({ from: { address: 'relevo@localhost.localdomain', name: 'Relevo' } })
    expect(
      readMailSettings({ SMTP_URL: 'smtps://u:p@mail.example.org', MAIL_FROM: 'Obras <obras@example.org>' }),
    ).toEqual({
      url: 'smtps://u:p@mail.example.org',
      from: { address: 'obras@example.org', name: 'Obras' },
    })
    expect(readMailSettings({ MAIL_FROM: ' forms@example.org ' })).toEqual({
      from: { address: 'forms@example.org', name: 'Relevo' },
    })
  })

  it.each([
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'https://mail.example.org', MAIL_FROM: 'a@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://u:1/2@mail.example.org', MAIL_FROM: 'a@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://u:p@s#w@mail.example.org', MAIL_FROM: 'a@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Obras' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@example.org, b@example.org' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'x\r\nBcc: <b@example.org>' }, 'MAIL_FROM'],
  ] as const)('%j is wrong', (environment, wrong) => {
    expect(readMailSettings(environment)).toEqual({ wrong })
  })
})
