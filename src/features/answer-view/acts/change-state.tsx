import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { nextStates } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import { ChoiceDialog } from './choice-dialog.tsx'
import { useChange } from './use-change.ts'

type ChangeStateProps = {
  /** as it will be: what may follow follows from that */
  readonly answer: Answer
  readonly stored: Answer
}

/** Moves the answer to a state that may follow its own. */
export function ChangeState({ answer, stored }: ChangeStateProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const { make, busy } = useChange(stored, {
    done: t`State updated correctly`,
    failed: t`The state could not be updated`,
  })
  const { estados } = answer
  if (estados === undefined) return null
  const next = new Set(nextStates(answer).map(({ id }) => id))
  const current = estados.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? ''
  return (
    <>
      <Button
        loading={busy}
        leftSection={<IconArrowRight size={20} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        <Trans>Change state</Trans>
      </Button>
      {asking && (
        <ChoiceDialog
          title={t`Change state`}
          label={t`State`}
          submit={<Trans>Change state</Trans>}
          choices={estados.disponibles
            .filter(({ id }) => id !== estados.actual)
            .map(({ id, nombre }) => ({ id, name: nombre, disabled: !next.has(id) }))}
          onClose={() => setAsking(false)}
          onChoose={(to) => {
            setAsking(false)
            void make({ kind: 'answer.changeState', from: estados.actual, to })
          }}
        >
          <p>
            <Trans>
              Now: <strong>{current}</strong>. Only states that may follow it can be chosen.
            </Trans>
          </p>
        </ChoiceDialog>
      )}
    </>
  )
}
