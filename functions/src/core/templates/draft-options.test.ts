import { describe, it } from 'vitest'
import { type DraftRule, expectRefused } from '#tests/support/server/refused-drafts.ts'
import { option } from '#tests/support/builders/template-places.ts'

/** Dependencies between a form's options, enforced by the API. */
const RULES: readonly DraftRule[] = [
  [
    'not public and with a citizen',
    { opcionales: { publico: true, ciudadano: true } },
    'option.not-with-citizen',
    option('publico'),
  ],
  [
    'not public and from the citizen portal',
    { opcionales: { publico: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-portal',
    option('publico'),
  ],
  [
    'no citizen on a public form',
    { opcionales: { publico: true, ciudadano: true } },
    'option.not-with-public',
    option('ciudadano'),
  ],
  [
    'no citizen portal on a public form',
    { opcionales: { publico: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-public',
    option('citizenAssociationFromCitizenPortal'),
  ],
  [
    'no citizen portal beside a citizen',
    { opcionales: { ciudadano: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-citizen',
    option('citizenAssociationFromCitizenPortal'),
  ],
  [
    'not with a citizen and from the citizen portal',
    { opcionales: { ciudadano: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-portal',
    option('ciudadano'),
  ],
  [
    'a citizen where one is required',
    { opcionales: { ciudadanoRequerido: true } },
    'option.needs-citizen',
    option('ciudadanoRequerido'),
  ],
  [
    'a public form for the automatic download',
    { opcionales: { automaticDownload: true } },
    'option.needs-public',
    option('automaticDownload'),
  ],
  [
    'a public form to be left out of the list',
    { opcionales: { linkOnly: true } },
    'option.needs-public',
    option('linkOnly'),
  ],
  [
    'a form of the public or of citizens to check answers before sending',
    { opcionales: { checksAnswers: true, ciudadano: true } },
    'option.needs-public-or-portal',
    option('checksAnswers'),
  ],
  [
    'a public form for the voucher',
    { opcionales: { customizedVoucher: true } },
    'option.needs-public',
    option('customizedVoucher'),
  ],
  [
    'no e-mail with an appointment',
    {
      opcionales: { envioEmail: true, addAppointment: true },
      appointmentGroup: { appointmentData: { id: '1', name: 'a' }, tenantId: 't', tenantUniqueName: 't' },
    },
    'option.not-with-appointment',
    option('envioEmail'),
  ],
  [
    'signatures, where signed answers may be changed',
    { opcionales: { signatureEditableAnswer: true } },
    'option.needs-signature',
    option('signatureEditableAnswer'),
  ],
  [
    'an account for the money that it asks for',
    { opcionales: { addPaymentGateway: true }, charge: { base: 100, currency: { sign: '€', name: 'EUR' } } },
    'option.payments-not-connected',
    option('addPaymentGateway'),
  ],
]

describe('a save needs of its options', () => {
  it.each(RULES)('%s', async (_, change, code, place) => expectRefused(change, code, place))
})
