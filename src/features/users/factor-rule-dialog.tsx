import { useState } from 'react'
import { Checkbox, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { readFactorRule, saveFactorRule } from '#domain/sessions/index.ts'
import { ROLES, type Role } from '#domain/users/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import {
  LoadablePart,
  Dialog,
  FormDialog,
  notify,
  useConfirmedCall,
  useEndpointData,
  useProblemText,
  useRoleNames,
} from '#ui/index.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import styles from './users.module.css'

/** Roles that require a second factor, for the whole installation. */
export function FactorRuleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(readFactorRule, {})
  if (loadable.kind === 'here') return <Rule before={loadable.value.roles} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t`Second factor by role`}>
      <LoadablePart loadable={loadable} retry={retry}>
        {() => null}
      </LoadablePart>
    </Dialog>
  )
}

function Rule({ before, onClose }: { readonly before: readonly Role[]; readonly onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const names = useRoleNames()
  const { act, busy, dialog } = useConfirmedCall(saveFactorRule)
  const [roles, setRoles] = useState<readonly Role[]>(before)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function save(): Promise<void> {
    setProblem(null)
    const outcome = await act({ body: { roles: [...roles] } })
    if (outcome.kind !== 'ok') return setProblem(toProblem(outcome))
    notify({ tone: 'received', text: t`Saved. It applies from the next sign-in.` })
    onClose()
  }
  return (
    <FormDialog
      title={t`Second factor by role`}
      submit={<Trans>Save</Trans>}
      busy={busy}
      failure={problem === null ? null : problemText(problem)}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>
        <Trans>
          Users with one of these roles must set up a second factor when they next sign in with a password. Their
          offline work is not affected. This does not apply to users of single sign-on.
        </Trans>
      </p>
      <Stack gap={0} role="group" aria-label={t`Roles`}>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            className={styles['choice'] ?? ''}
            label={names[role]}
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              setRoles((now) => (checked ? [...now, role] : now.filter((other) => other !== role)))
            }
          />
        ))}
      </Stack>
      {dialog}
    </FormDialog>
  )
}
