import { z } from 'zod'
import { CITIZEN_HEADER } from '#domain/citizens/index.ts'
import { API, type Endpoint } from '#domain/endpoints/index.ts'
import { documents } from '#domain/store/index.ts'
import { type WebhookEvent, webhookMessageSchema } from '#domain/integrations/index.ts'
import { problemSchema } from '#domain/kernel/index.ts'

type Json = Readonly<Record<string, unknown>>
type Description = Json & {
  readonly paths: Json
  readonly webhooks: Json
  readonly components: Json & { readonly schemas: Json }
}

/** Document schemas and their parts that the description defines once and refers to by name. */
const SCHEMA_NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...Object.entries(documents)
    .toSorted(compareNames)
    .flatMap(([name, schema]): [unknown, string][] =>
      schema instanceof z.ZodObject ? [[schema, toSchemaTitle(name)]] : [],
    ),
  [problemSchema, 'Problem'],
])

/** Text of the API description, with one line per path and schema, so that diffs are readable. */
export function formatApiDescription(): string {
  const { paths, components, webhooks, ...head } = describeApi()
  const { schemas, ...others } = components
  const lines = (values: Json): string =>
    Object.entries(values)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')
  return `{${lines(head)},\n"paths":{\n${lines(paths)}},\n"webhooks":{\n${lines(webhooks)}},\n"components":{${lines(others)},\n"schemas":{\n${lines(schemas)}}}}\n`
}

/**
 * OpenAPI 3.1 description of every endpoint, generated from the endpoint table. Uploads (`/api/uploads`) are documented
 * by tus.
 */
export function describeApi(): Description {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, endpoint] of Object.entries(API).toSorted(compareNames)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[`/api${path}`] = {
      ...paths[`/api${path}`],
      [endpoint.method.toLowerCase()]: describeOperation(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Relevo',
      version: '1',
      description:
        'Session cookie `__session`; on a single-machine server over https it is named `__Host-session`. Requests that change data must send an `Origin` header with the URL of this server.',
    },
    // Relative, because each installation has its own URL.
    servers: [{ url: '/' }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(WEBHOOK_SUMMARIES).map(([name, summary]) => [
        name,
        { post: describeWebhookOperation(name, summary) },
      ]),
    ),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__session' },
        door: {
          type: 'http',
          scheme: 'bearer',
          description: "The last part of a door link's URL: `d1.` followed by its secret.",
        },
        citizen: {
          type: 'apiKey',
          in: 'header',
          name: CITIZEN_HEADER,
          description: 'The session of a citizen who came from the portal.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token created by an administrator for another system; each operation names its scope.',
        },
      },
      responses: {
        Refused: {
          description: 'Refused, or failed',
          content: buildJsonContent(wrapInObject('error', { $ref: '#/components/schemas/Problem' })),
        },
      },
      schemas: Object.fromEntries(
        [...SCHEMA_NAMES].map(([schema, name]) => [name, describeSchema(schema as z.ZodType, 'output', true)]),
      ),
    },
  }
}

const WEBHOOK_SUMMARIES: Readonly<Record<WebhookEvent | typeof documents.TEST_EVENT, string>> = {
  'answer.created': 'An answer was received or restored',
  'answer.corrected': 'An answer was completed or edited, or a citizen corrected it',
  'answer.state-changed': 'The state of an answer changed',
  'answer.deleted': 'An answer was deleted',
  'webhook.test': 'A test message sent by an administrator',
}

const REFUSED_RESPONSE: Json = { $ref: '#/components/responses/Refused' }

/** No credentials. Explicit, because a missing entry would look like an omission. */
const NO_SECURITY: Json = { security: [] }

/** A webhook's request by Standard Webhooks, signed over id, timestamp and body. */
function describeWebhookOperation(name: string, summary: string): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    operationId: name,
    summary,
    ...NO_SECURITY,
    parameters: [
      header('webhook-id', 'id of the message, the same at each attempt'),
      header('webhook-timestamp', 'time of this attempt, seconds since 1970'),
      header(
        'webhook-signature',
        '`v1,` and the base64 HMAC-SHA-256; several values, separated by spaces, while the secret is being replaced',
      ),
    ],
    requestBody: { required: true, content: buildJsonContent(describeSchema(webhookMessageSchema, 'output')) },
    responses: {
      '2XX': { description: 'Accepted' },
      '4XX': { description: 'Retried later, like any status other than 2XX. 410 turns the webhook off.' },
    },
  }
}

function describeOperation(name: string, endpoint: Endpoint): Json {
  const { access, body, refusals = {}, summary, convention, params, query } = endpoint
  const sent = body === undefined ? undefined : describeSchema(body, 'input')
  return {
    operationId: name,
    summary,
    ...describeSecurity(access),
    parameters: [...describeParameters(params, 'path'), ...describeParameters(query, 'query')],
    ...(sent === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: describeContent(convention === 'callable' ? wrapInObject('data', sent) : sent),
          },
        }),
    responses: {
      ...describeReply(endpoint),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, schema]) => [
          status,
          { description: 'Refused, with details', content: buildJsonContent(describeSchema(schema, 'output')) },
        ]),
      ),
      '4XX': REFUSED_RESPONSE,
      default: REFUSED_RESPONSE,
    },
  }
}

/** Required credentials, by the endpoint's access; `x-access` has the right that a staff session needs. */
function describeSecurity(access: Endpoint['access']): Json {
  if (access.kind === 'public' || access.kind === 'sender') return NO_SECURITY
  if (access.kind === 'token') return { security: [{ token: [access.scope] }], tags: ['v1'] }
  if (access.kind === 'citizen') return { security: [{ citizen: [] }] }
  if (access.kind === 'door') return { security: [{ session: [] }, { door: [] }] }
  return { security: [{ session: [] }], 'x-access': access }
}

function describeReply({ reply, convention }: Endpoint): Json {
  if (reply === 'nothing') return { 204: { description: 'Done' } }
  if (reply === 'stream') return { 200: { description: 'A file, or a stream of events' } }
  const given = describeSchema(reply, 'output')
  return {
    200: {
      description: 'Done',
      content: buildJsonContent(convention === 'callable' ? wrapInObject('result', given) : given),
    },
  }
}

function describeParameters(schema: z.ZodType | undefined, where: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = describeSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }))
}

/**
 * JSON Schema with references to named documents.
 * @param isWhole describes a named document itself instead of a reference
 */
function describeSchema(schema: z.ZodType, io: 'input' | 'output', isWhole = false): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = SCHEMA_NAMES.get(zodSchema)
      if (name === undefined || (isWhole && (zodSchema as unknown) === schema)) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      jsonSchema.$ref = `#/components/schemas/${name}`
    },
  })
  return json
}

function wrapInObject(name: string, schema: Json): Json {
  return { type: 'object', properties: { [name]: schema }, required: [name] }
}

/** Content of a body. Without a JSON schema it is bytes. */
function describeContent(sent: Json): Json {
  return Object.keys(sent).length === 0 ? { 'application/octet-stream': {} } : buildJsonContent(sent)
}

function buildJsonContent(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** Name in the description: `formTemplateSchema` becomes FormTemplate. */
function toSchemaTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, '')
}

/** Sorts by name, because the order of module exports differs between Node and bundlers. */
function compareNames([item]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return item < other ? -1 : 1
}
