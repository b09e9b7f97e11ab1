import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  deactivateUser,
  editUser,
  inviteUser,
  reactivateUser,
  readUser,
  hasSameAreas,
  hasSeveralMunicipalities,
  resetFactors,
  type ListedUser,
} from '#domain/users/index.ts'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import type { UserId } from '#domain/kernel/index.ts'
import {
  LoadablePart,
  Banner,
  Dialog,
  FormDialog,
  MunicipalitySelects,
  notify,
  useEndpointCall,
  useEndpointData,
  useConfirmedCall,
  useProfile,
  useFailureText,
  chooseLanguage,
} from '#ui/index.ts'
import { useUserFieldErrors } from './faults.ts'
import type { UserFormValues } from './person.ts'
import { AreasField, UserFormFields } from './person-fields.tsx'

type EditDialogProps = {
  readonly id: UserId
  /** username, shown until the user is loaded */
  readonly name: string
  readonly onClose: () => void
}

/** Loads a user, to edit the user's details or to use an action of `AccountStatus`. */
export function EditUserDialog({ id, name, onClose }: EditDialogProps) {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(readUser, { id })
  // The user as first loaded. Reloads do not replace it while it is edited.
  const [begun, setBegun] = useState<ListedUser | null>(null)
  const user = begun ?? (loadable.kind === 'here' ? loadable.value.user : null)
  if (user !== null)
    return <EditUser key={user.lastUpdate} user={user} onEdited={() => setBegun(user)} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t`Edit ${name}`}>
      <LoadablePart loadable={loadable} retry={retry}>
        {() => null}
      </LoadablePart>
    </Dialog>
  )
}

type EditUserProps = { readonly user: ListedUser; readonly onEdited: () => void; readonly onClose: () => void }

function EditUser({ user, onEdited, onClose }: EditUserProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedCall(editUser)
  const { faults, failure, areasField, refused, clear } = useUserFieldErrors()
  const [person, setPerson] = useState<UserFormValues>(() => ({ ...user, areas: user.areas.map(({ path }) => path) }))
  const before = user.areas.map(({ path }) => path)
  const change = (part: Partial<UserFormValues>) => {
    onEdited()
    setPerson((now) => ({ ...now, ...part }))
  }
  const failed = (refusal: RequestFailure, sentence: string) =>
    refused(person, failureText(refusal, sentence), toProblem(refusal).code)

  async function save(): Promise<void> {
    clear()
    const { firstName, lastName, inspectorID, role, areas } = person
    const outcome = await act({
      id: user.id,
      body: {
        firstName,
        lastName,
        inspectorID,
        roles: role === '' ? [] : [role],
        seen: user.lastUpdate ?? null,
        ...(hasSameAreas(areas, before) ? {} : { areas: [...areas] }),
      },
    })
    if (outcome.kind !== 'ok') return failed(outcome, t`The user could not be saved.`)
    notify({ tone: 'received', text: t`The user was saved` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Edit ${user.userMuniCore}`}
      submit={<Trans>Save</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <UserFormFields person={person} change={change} isKnown faults={faults} />
      {hasSeveralMunicipalities({ areas: before }) ? (
        <Banner tone="waiting">
          <Trans>
            This user works in several municipalities, so their areas cannot be changed. If the areas are wrong,
            deactivate this user and create a new one.
          </Trans>
        </Banner>
      ) : (
        <MunicipalitySelects of={user.municipality.path} onChange={() => change({ areas: [] })}>
          {(chosen) =>
            chosen !== undefined && (
              <AreasField
                areas={chosen.areas}
                value={person.areas}
                field={areasField}
                error={faults.areas}
                onChange={(areas) => change({ areas })}
              />
            )
          }
        </MunicipalitySelects>
      )}
      <AccountStatus user={user} failed={failed} onDone={onClose} />
      {dialog}
    </FormDialog>
  )
}

type StandingProps = {
  readonly user: ListedUser
  readonly failed: (failure: RequestFailure, sentence: string) => void
  readonly onDone: () => void
}

/** Actions for another user's account: invite again, deactivate, reactivate, reset the second factors. */
function AccountStatus({ user, failed, onDone }: StandingProps) {
  const { t, i18n } = useLingui()
  const inviting = useEndpointCall(inviteUser)
  const on = useEndpointCall(reactivateUser)
  const [leaving, setLeaving] = useState(false)
  const [resetting, setResetting] = useState(false)
  const isSelf = useProfile()?.id === user.id

  async function invite(): Promise<void> {
    const outcome = await inviting.act({ id: user.id, body: { language: chooseLanguage(i18n.locale) } })
    if (outcome.kind === 'ok') notify({ tone: 'received', text: t`An invitation is being sent to ${user.email}.` })
    else failed(outcome, t`The invitation could not be sent.`)
  }

  async function switchOn(): Promise<void> {
    const outcome = await on.act({ id: user.id })
    if (outcome.kind !== 'ok') return failed(outcome, t`The user could not be saved.`)
    notify({ tone: 'received', text: t`The user is active and can sign in.` })
    onDone()
  }

  if (isSelf) return null
  if (user.deactivatedAt !== undefined)
    return (
      <Group>
        <Button variant="default" loading={on.busy} onClick={() => void switchOn()}>
          <Trans>Reactivate</Trans>
        </Button>
      </Group>
    )
  return (
    <Group gap="xs">
      <Button variant="default" loading={inviting.busy} onClick={() => void invite()}>
        <Trans>Send the invitation again</Trans>
      </Button>
      <Button variant="default" c="var(--r-attention)" onClick={() => setLeaving(true)}>
        <Trans>Deactivate…</Trans>
      </Button>
      <Button variant="default" onClick={() => setResetting(true)}>
        <Trans>Reset second factor…</Trans>
      </Button>
      {resetting && <ResetFactors user={user} onClose={() => setResetting(false)} />}
      {leaving && <SwitchOff user={user} onClose={() => setLeaving(false)} onDone={onDone} />}
    </Group>
  )
}

type SwitchOffProps = { readonly user: ListedUser; readonly onClose: () => void; readonly onDone: () => void }

function SwitchOff({ user, onClose, onDone }: SwitchOffProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(deactivateUser)
  const [failure, setFailure] = useState<string | null>(null)

  async function switchOff(): Promise<void> {
    const outcome = await act({ id: user.id })
    if (outcome.kind !== 'ok') return setFailure(failureText(outcome, t`The user could not be saved.`))
    notify({ tone: 'received', text: t`The user is deactivated.` })
    onClose()
    onDone()
  }

  return (
    <FormDialog
      danger
      title={t`Deactivate ${user.userMuniCore}?`}
      submit={<Trans>Deactivate</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void switchOff()}
      onClose={onClose}
    >
      <p>
        <Trans>
          Their sessions end within seconds and they can no longer sign in. The answers they sent stay under their name.
          Unsent answers stay on their devices or are held for a supervisor to decide. You can reactivate the user
          later.
        </Trans>
      </p>
    </FormDialog>
  )
}

/**
 * Resets the second factors of a user who has lost phone, key and recovery codes. The administrator has to verify the
 * user's identity first.
 */
function ResetFactors({ user, onClose }: { readonly user: ListedUser; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedCall(resetFactors)
  const [failure, setFailure] = useState<string | null>(null)
  async function reset(): Promise<void> {
    const outcome = await act({ id: user.id, language: chooseLanguage(i18n.locale) })
    if (outcome.kind !== 'ok')
      return setFailure(
        toProblem(outcome).code === 'factor.none'
          ? t`${user.userMuniCore} has no second factor.`
          : failureText(outcome, t`The user could not be saved.`),
      )
    notify({ tone: 'received', text: t`The second factor of ${user.userMuniCore} was reset.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={t`Reset the second factor of ${user.userMuniCore}?`}
      submit={<Trans>Reset</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void reset()}
      onClose={onClose}
    >
      <p>
        <Trans>
          First check that the request comes from this user. Their sessions end within seconds. They can then sign in
          with their password alone, or set up a new second factor if their role requires one. They are notified by
          e-mail.
        </Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
