import { useState } from 'react'
import { Button, Stack, Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { readRemoteConfig as readFlags, saveRemoteConfig } from '#domain/places/index.ts'
import type { RequestFailure } from '#domain/endpoints/index.ts'
import { validateRemoteConfig, type RemoteConfig } from '#domain/sync/index.ts'
import {
  AdministrationTabs,
  LoadablePart,
  Banner,
  LazyMomentField,
  notify,
  Page,
  useEndpointCall,
  useEndpointData,
  useProblemText,
  useFailureText,
} from '#ui/index.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'

/** /configuracion: remote flags (part 1, point 7). */
export function RemoteConfigScreen() {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(readFlags, {})
  return (
    <Page
      title={t`Installation settings`}
      subtitle={
        <Trans>
          These settings apply to the whole installation. Connected devices receive changes within five minutes; the
          others, when they are next online.
        </Trans>
      }
      width="full"
    >
      <AdministrationTabs />
      <LoadablePart loadable={loadable} retry={retry}>
        {(config) => <Flags key={JSON.stringify(config)} config={config} />}
      </LoadablePart>
    </Page>
  )
}

/** Allows long words to wrap on phones with large text. */
const WRAPPED_LABEL = { labelWrapper: { minWidth: 0 } } as const

function Flags({ config }: { readonly config: RemoteConfig }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(saveRemoteConfig)
  const [input, setInput] = useState({
    ...config,
    web_session_revokation_datetime: toInputMoment(config.web_session_revokation_datetime),
  })
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const wrong = validateRemoteConfig(input)
  const [shown, setShown] = useState(false)

  async function save(): Promise<void> {
    setFailure(null)
    setShown(!wrong.ok)
    if (!wrong.ok) return
    const outcome = await act({ body: wrong.value })
    if (outcome.kind !== 'ok') return setFailure(outcome)
    notify({ tone: 'received', text: t`The settings were saved` })
  }

  return (
    <form
      className="r-card r-close r-pad-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="lg" maw={560}>
        <Switch
          size="md"
          styles={WRAPPED_LABEL}
          label={t`Combined questions`}
          description={t`The form editor offers questions that combine text and fields.`}
          checked={input.show_new_type_question}
          onChange={({ currentTarget }) => setInput({ ...input, show_new_type_question: currentTarget.checked })}
        />
        <Switch
          size="md"
          styles={WRAPPED_LABEL}
          label={t`End old sessions`}
          description={t`Ends sessions that were started before the date and time below.`}
          checked={input.dev_new_login_method}
          onChange={({ currentTarget }) => setInput({ ...input, dev_new_login_method: currentTarget.checked })}
        />
        <LazyMomentField
          label={t`End sessions started before`}
          description={t`If the option above is on, users who signed in before this date and time must sign in again. Unsent work stays on their devices. If empty, no session is ended.`}
          value={input.web_session_revokation_datetime}
          error={shown && !wrong.ok ? problemText(wrong.problem) : undefined}
          onChange={(ended) => setInput({ ...input, web_session_revokation_datetime: ended ?? '' })}
        />
        {failure !== null && (
          <div role="alert">
            <Banner tone="attention">{failureText(failure)}</Banner>
          </div>
        )}
        <Button type="submit" loading={busy} style={{ alignSelf: 'start' }}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** Converts a stored time to the value of a date and time input; empty if invalid. */
function toInputMoment(text: string): string {
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString()
}
