import { Button, FileButton, Group, Progress, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { Banner, Dialog, useProblemText } from '#ui/index.ts'
import '@mantine/core/styles/Progress.layer.css'
import { ImportUsersReport } from './import-report.tsx'
import { useImporting } from './use-importing.ts'

/** Imports users from a file. Shows the results of a dry run first, then imports after confirmation. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { state, dialog, choose, carryOut, stop } = useImporting()
  return (
    <Dialog opened onClose={onClose} title={t`Import users`} size="xl" closeOnClickOutside={false}>
      <Stack gap="md">
        <Part state={state} />
        <Group justify="flex-end" gap="xs">
          {state.kind === 'running' ? (
            <Button variant="default" onClick={stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                <Trans>Close</Trans>
              </Button>
              <FileButton accept=".csv,text/csv" onChange={(file) => file !== null && choose(file)}>
                {(props) => (
                  <Button {...props} variant={state.kind === 'reported' ? 'default' : 'filled'}>
                    <Trans>Choose a file</Trans>
                  </Button>
                )}
              </FileButton>
              {state.kind === 'reported' && <ImportVerb state={state} carryOut={carryOut} />}
            </>
          )}
        </Group>
        {dialog}
      </Stack>
    </Dialog>
  )
}

type State = ReturnType<typeof useImporting>['state']
type Reported = Extract<State, { readonly kind: 'reported' }>

function Part({ state }: { readonly state: State }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  switch (state.kind) {
    case 'nothing':
      return (
        <p>
          <Trans>
            Choose a CSV file whose first line has the columns email, username, first_name, last_name, role, legajo,
            municipality and areas, with | between areas. An export has this format. You see the result of each line
            before anything is saved.
          </Trans>
        </p>
      )
    case 'unreadable':
      return (
        <div role="alert">
          <Banner tone="attention">{problemText(state.problem)}</Banner>
        </div>
      )
    case 'running':
      return (
        <div role="status">
          <p>
            {state.dry ? <Trans>Checking the lines…</Trans> : <Trans>Saving the users…</Trans>}{' '}
            <Trans>
              {state.done} of {state.total} lines
            </Trans>
          </p>
          <Progress value={(100 * state.done) / state.total} aria-label={t`Progress`} />
        </div>
      )
    case 'reported':
      return <ImportUsersReport state={state} />
    default:
      return unreachable(state)
  }
}

/** The button below a report: import after a dry run, or continue after an interruption. */
function ImportVerb({ state, carryOut }: { readonly state: Reported; readonly carryOut: () => void }) {
  const changes = state.outcomes.filter(
    ({ lineResult }) => lineResult.kind === 'created' || lineResult.kind === 'changed',
  ).length
  const isShort = state.outcomes.length < state.total
  if (!state.dry && !isShort) return null
  if (state.dry && !isShort && changes === 0) return null
  return (
    <Button onClick={carryOut}>
      {state.dry ? <Plural value={changes} one="Save # user" other="Save # users" /> : <Trans>Continue</Trans>}
    </Button>
  )
}
