import { IconArrowLeft } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Endpoint } from '#domain/endpoints/index.ts'
import {
  readIntegrations,
  v1ListAnswers,
  v1ListTemplates,
  v1ReadAnswer,
  v1ReadFile,
  v1ReadHistory,
  v1ReadTemplate,
  WEBHOOK_EVENTS,
  type QUERY_DESCRIPTIONS,
  type Integrations,
  type ApiScope,
} from '#domain/integrations/index.ts'
import { listFormSummaries } from '#local/index.ts'
import {
  LinkButton,
  ScreenTabs,
  RecordScreen,
  useAccount,
  useEndpointData,
  useFormTexts,
  PageSection,
} from '#ui/index.ts'
import { TokensSection } from './tokens.tsx'
import { useWebhookEventNames } from './use-event-names.ts'
import { useScopeDescriptions } from './use-scope-names.ts'
import { WebhooksSection } from './webhooks.tsx'
import styles from './integrations.module.css'

/** Code examples, which are not translated. */
function listExample(origin: string): string {
  return `curl --header "Authorization: Bearer $TOKEN" \\
  "${origin}/api/v1/answers?form=FORM&updatedSince=2026-01-01T00:00:00.000Z"`
}

const MESSAGE_EXAMPLE = `POST /your/address
webhook-id: msg_7ZK3QJ0V9X2M4N6P8R1S5T7W9Y_created
webhook-timestamp: 1767225600
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"answer.created","timestamp":"2026-01-01T00:00:00.000Z","data":{"answer":"7ZK3QJ0V9X2M4N6P8R1S5T7W9Y","code":"VIS1","form":"comercios","version":1,"state":"Abierta"}}`

const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

/** The definitions that routes and `openapi.json` use as well. */
const ENDPOINTS = [v1ListTemplates, v1ReadTemplate, v1ListAnswers, v1ReadAnswer, v1ReadHistory, v1ReadFile] as const

/** Texts of the reference in the reader's language. In `openapi.json` they are in English, from the definitions. */
function useReferenceTexts() {
  const { t } = useLingui()
  const summaries: Readonly<Record<(typeof ENDPOINTS)[number]['path'], string>> = {
    '/v1/templates': t`Forms that the token can read, by title.`,
    '/v1/templates/:id': t`One form with all its questions.`,
    '/v1/answers': t`Answers to one form, oldest first; with updatedSince, in the order of their changes.`,
    '/v1/answers/:id': t`One complete answer, with links to its files.`,
    '/v1/answers/:id/history': t`Versions of an answer with change and author, newest first.`,
    '/v1/answers/:id/files/:sha256': t`A file of the answer; supports requests for one byte range.`,
  }
  const fields: Readonly<Record<keyof typeof QUERY_DESCRIPTIONS, string>> = {
    limit: t`maximum number of results`,
    cursor: t`the value of next from the previous page`,
    form: t`ID of the form`,
    state: t`ID of a state: only answers in this state`,
    createdSince: t`only answers saved at or after this time, in the order of saving`,
    updatedSince: t`only answers received or changed at or after this time, ordered by last change; follow next to receive every change`,
    before: t`the value of next from the previous page`,
  }
  return { summaries, fields: Object.entries(fields) }
}

/** Reference of API and webhooks for users who connect other systems. */
function ApiReference() {
  const { t } = useLingui()
  const events = useWebhookEventNames()
  const scopes = useScopeDescriptions()
  return (
    <>
      <PageSection title={t`Reading data`}>
        <p>
          <Trans>
            JSON over HTTPS. Each request must include a token. With one token, a system can send 600 requests at once
            and then 10 per second. Beyond that, the reply is 429, with the seconds to wait in Retry-After.
          </Trans>
        </p>
        <Code label={t`Example request`} text={listExample(window.location.origin)} />
        <p>
          <Trans>
            To follow changes, use updatedSince and continue with the cursor until there is none. Next time, start with
            the updatedAt of the last answer you received. That answer is listed again, and changes are listed ten
            seconds after they are made. Deleted answers are no longer listed; webhooks report them. If you send the
            ETag of a reply in If-None-Match and nothing has changed, the reply is 304.
          </Trans>
        </p>
        <dl>
          {ENDPOINTS.map((endpoint) => (
            <EndpointFacts key={endpoint.path} endpoint={endpoint} scopes={scopes} />
          ))}
        </dl>
        <p>
          <Trans>
            Errors are returned as a JSON object with the field error, which contains code: 401 token.required or
            token.ended, 403 token.scope, 404 if something does not exist or the token has no access to it, 429
            request.too-many.
          </Trans>
        </p>
      </PageSection>
      <PageSection title={t`Receiving messages`}>
        <p>
          <Trans>
            Messages follow the Standard Webhooks specification, which has libraries in many languages. Reply with any
            2xx within 10 seconds. After any other reply, the message is retried for a day with increasing delays and
            the same webhook-id, so keep the ids you have received. Messages may arrive out of order; the version tells
            which one is newer. After three days of failures, or a 410 reply, the webhook is turned off.
          </Trans>
        </p>
        <ul className={`r-breaks ${styles['fields']}`}>
          {WEBHOOK_EVENTS.map((event) => (
            <li key={event}>
              <code className="r-code">{event}</code>: {events[event]}
            </li>
          ))}
        </ul>
        <Code label={t`Example message`} text={MESSAGE_EXAMPLE} />
        <p>
          <Trans>Before you trust a message, verify its signature over the bytes as received:</Trans>
        </p>
        <Code label={t`Example verification`} text={VERIFY_EXAMPLE} />
      </PageSection>
    </>
  )
}

type EndpointFactsProps = {
  readonly endpoint: (typeof ENDPOINTS)[number]
  readonly scopes: Readonly<Record<ApiScope, string>>
}

function EndpointFacts({ endpoint, scopes }: EndpointFactsProps) {
  const { summaries } = useReferenceTexts()
  const { method, path, access } = endpoint
  const shown = `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`
  return (
    <div className={`r-breaks ${styles['endpoint']}`}>
      <dt>
        <code className="r-code">
          {method} {shown}
        </code>
      </dt>
      <dd>
        {summaries[path]}{' '}
        {access.kind === 'token' && (
          <>
            <code className="r-code">{access.scope}</code>: {scopes[access.scope]}.
          </>
        )}
        <Fields of={endpoint} />
      </dd>
    </div>
  )
}

/** The query parameters with their descriptions. */
function Fields({ of: { query } }: { readonly of: Endpoint }) {
  const { fields } = useReferenceTexts()
  if (query === undefined || !('shape' in query)) return null
  const names = Object.keys(query.shape as object)
  return (
    <ul className={`r-breaks ${styles['fields']}`}>
      {fields
        .filter(([name]) => names.includes(name))
        .map(([name, text]) => (
          <li key={name}>
            <code className="r-code">{name}</code>: {text}
          </li>
        ))}
    </ul>
  )
}

/** A code block, which wraps on phones. */
function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre className={styles['code']} role="group" aria-label={label}>
      <code className="r-code">{text}</code>
    </pre>
  )
}

/**
 * /municipios/$id/integraciones: API tokens of a municipality, or with `/webhooks` its webhooks, or with `/referencia`
 * the API reference.
 */
export function IntegrationsScreen() {
  const { t } = useLingui()
  const { id, parte } = useParams({ from: '/municipios/$id/integraciones/{-$parte}' })
  const [loadable, retry] = useEndpointData(readIntegrations, { id })
  const isMissing = loadable.kind === 'failed' && loadable.problem.code === 'place.missing'
  const at = `/municipios/${id}/integraciones`
  return (
    <RecordScreen
      width="full"
      name={t`Other systems`}
      back={
        <LinkButton
          to="/municipios/$id"
          params={{ id }}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Municipality settings</Trans>
        </LinkButton>
      }
      loadable={loadable}
      retry={retry}
      away={
        isMissing ? (
          <p>
            <Trans>It may not exist, or you may not have access to it.</Trans>
          </p>
        ) : undefined
      }
      head={({ municipality }) => ({
        title: t`Other systems connected to ${municipality.nombre}`,
        subtitle: <Trans>Tokens let other systems read data. Webhooks notify them of changes.</Trans>,
      })}
    >
      {(integrations) => (
        <>
          <ScreenTabs
            label={t`Other systems`}
            parts={[
              { to: at, name: <Trans>Tokens</Trans> },
              { to: `${at}/webhooks`, name: <Trans>Webhooks</Trans> },
              { to: `${at}/referencia`, name: <Trans>Documentation</Trans> },
            ]}
          />
          <Part id={id} part={parte} integrations={integrations} />
        </>
      )}
    </RecordScreen>
  )
}

type PartProps = {
  readonly id: string
  readonly part: string | undefined
  readonly integrations: Integrations
}

function Part({ id, part, integrations: listed }: PartProps) {
  const { local } = useAccount()
  const formText = useFormTexts()
  // The server lists original titles. Translated titles are taken from the forms on this device.
  const kept = useLiveQuery(() => listFormSummaries(local), [local])
  const forms = listed.forms.map((form) => ({
    ...form,
    titulo: formText(kept?.find((summary) => summary.id === form.id) ?? form, 'titulo'),
  }))
  const integrations = { ...listed, forms }
  if (part === 'webhooks') return <WebhooksSection id={id} integrations={integrations} />
  return part === 'referencia' ? <ApiReference /> : <TokensSection id={id} integrations={integrations} />
}
