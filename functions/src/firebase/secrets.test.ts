import { expect, it } from 'vitest'
import { readSecretNames } from './secrets.mjs'

it('reads the names of secrets that a deployment uses', () => {
  expect(readSecretNames('ORIGIN=https://forms.example.org\nSECRETS=SMTP_URL, MUNICORE_TOKEN\n')).toEqual([
    'SMTP_URL',
    'MUNICORE_TOKEN',
  ])
  expect(readSecretNames('ORIGIN=https://forms.example.org\n# SMTP_URL=smtps://a\nSMTP_URL=\n')).toEqual([])
})

it.each(['SMTP_URL=smtps://user:password@mail.example.org', 'export MUNICORE_TOKEN="x"', "OIDC_CLIENT_SECRET='x'"])(
  'refuses a secret in plain text: %s',
  (line) => {
    expect(() => readSecretNames(`ORIGIN=https://forms.example.org\n${line}\n`)).toThrow('is a secret')
  },
)

it('refuses names that are no secret settings', () => {
  expect(() => readSecretNames('SECRETS=ORIGIN')).toThrow('names ORIGIN')
})
