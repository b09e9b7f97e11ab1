import type { SubmitMutation } from '#domain/answering/index.ts'
import type { CitizenPermit } from '#domain/citizens/index.ts'
import {
  citizenAuthorSchema,
  citizenIdSchema,
  generateAnswerId,
  generateDeviceId,
  generateMutationId,
  getMunicipality,
  toInstant,
  userIdSchema,
  type Author,
} from '#domain/kernel/index.ts'
import { requestChangesMutationSchema, type Mutation } from '#domain/sync/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { DEMO_CITIZEN, DEMO_PORTAL_FORM } from '#sandbox/citizen-portal.ts'
import { CITY_CENTRES, DEMO_AREAS } from '../places.ts'
import type { Random } from '../random.ts'
import { fillInForm, type Story } from './story.ts'

/** A request that is too vague to be carried out. */
const STORY: Story = {
  values: { Pedido: 'Poda', Motivo: 'Las ramas tapan la luz de la calle.', '¿Las ramas tocan cables?': false },
  photos: {},
  conditions: [],
  rows: 0,
  header: { location: { latlng: CITY_CENTRES.cordoba, direccion: 'Rondeau 450' } },
  signed: [],
  otherwise: () => null,
}

/** Author id of the portal's citizen, as `deriveCitizenAuthor` returns it. */
const AUTHOR = citizenAuthorSchema.parse('ciudadano-12782bf332bc925189b00cbf89862b96')
const SUPERVISOR = userIdSchema.parse('supervisor-elevado')
/** Times before now when the citizen sends the answer and when its correction is requested, in milliseconds. */
const [ANSWER_AGE, REQUEST_AGE] = [50 * 60_000, 30 * 60_000]

type Step = { readonly mutation: Mutation; readonly at: number; readonly permits?: readonly CitizenPermit[] }

/** An answer of the portal's citizen, and the supervisor's request to correct it. @param now milliseconds */
export function buildPortalAnswer(forms: readonly FormTemplate[], now: number, random: Random): readonly Step[] {
  const template = forms.find(({ id }) => id === DEMO_PORTAL_FORM)
  if (template === undefined) throw new Error(`No form is called ${DEMO_PORTAL_FORM}`)
  const { content, header } = fillInForm(template, STORY, random)
  const answer = generateAnswerId(random.bytes(16))
  const buildEnvelope = (author: Author, at: number) => ({
    id: generateMutationId(random.bytes(16)),
    author,
    device: generateDeviceId(random.bytes(16)),
    clock: toInstant(at),
    offset: 0,
    answer,
    template: template.id,
    version: template.version,
    files: [],
  })
  const [sent, asked] = [now - ANSWER_AGE, now - REQUEST_AGE]
  const submit: SubmitMutation = { ...buildEnvelope(AUTHOR, sent), kind: 'answer.submit', header, content }
  const { id, nombre, apellido, dni, username } = DEMO_CITIZEN
  const municipality = getMunicipality(DEMO_AREAS.cordoba.espaciosVerdes)
  const permit: CitizenPermit = {
    author: AUTHOR,
    citizen: { id: citizenIdSchema.parse(id), nombre, apellido, dni, username, municipality },
    purpose: 'answer.submit',
    form: template.id,
    answer,
    mutation: submit.id,
    until: toInstant(now),
  }
  const request = requestChangesMutationSchema.parse({
    ...buildEnvelope(SUPERVISOR, asked),
    kind: 'answer.requestChanges',
    base: 1,
    comment: 'Indique cuántos árboles son y frente a qué número están.',
    answers: ['0/1'],
    images: [],
    documents: [],
    sections: [],
  })
  return [
    { mutation: submit, at: sent, permits: [permit] },
    { mutation: request, at: asked },
  ]
}
