import { Button, CopyButton, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode, type RefCallback } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { verifyMuniCoreUser } from '#domain/integrations/index.ts'
import { generateUserId, type Problem } from '#domain/kernel/index.ts'
import type { ListedMunicipality } from '#domain/places/index.ts'
import { createUser, validateNewUser } from '#domain/users/index.ts'
import {
  Banner,
  FormDialog,
  MunicipalitySelects,
  useCan,
  useProfile,
  Dialog,
  DialogFooter,
  notify,
  useEndpointCall,
  useConfirmedCall,
  useProblemText,
  useFailureText,
  chooseLanguage,
} from '#ui/index.ts'
import { useUserFieldErrors, type UserFieldErrors } from './faults.ts'
import { EMPTY_USER_FORM, toNewUser, type UserFormValues } from './person.ts'
import { AreasField, UserFormFields } from './person-fields.tsx'

type CreateDialogProps = {
  /** initial values */
  readonly begin?: UserFormValues
  /** id of a single sign-on user's account request; such accounts have no password */
  readonly request?: string | undefined
  readonly onClose: () => void
}

/**
 * Creates a user (part 1, point 5). ROLE_ADMIN can choose any municipality, their own at first, unless someone
 * requested the account. ROLE_SUPERVISOR_ELEVADO can only choose their own.
 */
export function CreateUserDialog({ begin = EMPTY_USER_FORM, request, onClose }: CreateDialogProps) {
  const { t } = useLingui()
  const everywhere = useCan()('manage', 'usuario')
  const ownMunicipality = useProfile()?.municipality.path
  // People who requested an account may be of any municipality.
  const initialMunicipality = request === undefined ? ownMunicipality : undefined
  const [person, setPerson] = useState<UserFormValues>(begin)
  const [link, setLink] = useState<string>()
  const [municipality, setMunicipality] = useState<ListedMunicipality>()
  const { busy, failure, faults, areasField, dialog, create } = useCreating((made) => {
    if (made === undefined) onClose()
    else setLink(made)
  }, request)
  const change = (part: Partial<UserFormValues>) => setPerson((before) => ({ ...before, ...part }))
  if (link !== undefined)
    return <LinkDialog link={link} name={`${person.firstName} ${person.lastName}`.trim()} onClose={onClose} />
  return (
    <FormDialog
      title={t`New user`}
      submit={<Trans>Create</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void create(person, municipality)}
      onClose={onClose}
    >
      <UserFormFields person={person} change={change} faults={faults} />
      <MunicipalitySelects of={initialMunicipality} onChange={() => change({ areas: [] })}>
        {(chosen) => {
          if (chosen === undefined) return null
          if (!everywhere && chosen.idMuniCore === undefined)
            return (
              <Banner tone="attention">
                <Trans>This municipality is not linked to a municipality in MuniDigital.</Trans>
              </Banner>
            )
          if (chosen.areas.length === 0)
            return (
              <Banner tone="attention">
                <Trans>This municipality has no areas. Create an area before you add users.</Trans>
              </Banner>
            )
          return (
            <AreasField
              areas={chosen.areas}
              value={person.areas}
              field={areasField}
              error={faults.areas}
              onChange={(areas) => {
                setMunicipality(chosen)
                change({ areas })
              }}
            />
          )
        }}
      </MunicipalitySelects>
      {dialog}
    </FormDialog>
  )
}

type LinkDialogProps = {
  /** path of the link on this server */
  readonly link: string
  readonly name: string
  readonly onClose: () => void
}

/** Shows the link to set a password, which the administrator has to pass on because no mail server is configured. */
function LinkDialog({ link, name, onClose }: LinkDialogProps) {
  const { t } = useLingui()
  const address = new URL(link, location.origin).href
  return (
    <Dialog opened onClose={onClose} title={t`A link for ${name}`}>
      <Stack gap="md">
        <p>
          <Trans>
            This server does not send e-mails. Give this link to {name} to choose a password. It works once and is shown
            only once.
          </Trans>
        </p>
        <TextInput
          label={t`Link`}
          readOnly
          classNames={{ input: 'r-code' }}
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button onClick={copy}>{copied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}</Button>
            )}
          </CopyButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

type Creating = {
  readonly busy: boolean
  readonly failure: string | null
  readonly faults: UserFieldErrors
  /** ref of the areas field */
  readonly areasField: RefCallback<HTMLElement>
  /** dialog to render anywhere in the screen */
  readonly dialog: ReactNode
  /** @param municipality municipality of the chosen areas; undefined if none */
  readonly create: (person: UserFormValues, municipality: ListedMunicipality | undefined) => Promise<void>
}

/**
 * Creates a user: checks for missing fields, verifies the username with the management system, then sends the user to
 * the server.
 * @param onDone called when the user is created, with the password link if it cannot be sent by e-mail
 */
function useCreating(onDone: (link?: string) => void, request?: string): Creating {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const verifying = useEndpointCall(verifyMuniCoreUser)
  const creating = useConfirmedCall(createUser)
  // Generated once, so that a retry after a lost reply creates no second user.
  const [id] = useState(() => generateUserId(crypto.getRandomValues(new Uint8Array(16))))
  const { faults, failure, areasField, refused, clear } = useUserFieldErrors()

  type ManagementSystemRefusal = { readonly text: string; readonly code?: Problem['code'] }
  /** The reason why the management system refuses the user; null if it accepts the user. */
  async function findManagementSystemRefusal(
    person: UserFormValues,
    municipality: ListedMunicipality,
  ): Promise<ManagementSystemRefusal | null> {
    if (municipality.idMuniCore === undefined) return null
    const outcome = await verifying.act({
      body: {
        userMuniCore: person.userMuniCore,
        idMunicipioMuniCore: municipality.idMuniCore,
        useAWS: municipality.usarAWS,
      },
    })
    if (outcome.kind !== 'ok') return { text: failureText(outcome, t`The user could not be verified in MuniGestion.`) }
    return outcome.value.result
      ? null
      : { text: problemText({ code: 'user.username-invalid' }), code: 'user.username-invalid' }
  }

  async function create(person: UserFormValues, municipality: ListedMunicipality | undefined): Promise<void> {
    const user = toNewUser(person)
    const facts = validateNewUser(user)
    if (!facts.ok || municipality === undefined) {
      const problem: Problem = facts.ok ? { code: 'user.area-required' } : facts.problem
      return refused(person, problemText(problem), problem.code)
    }
    clear()
    const outside = await findManagementSystemRefusal(person, municipality)
    if (outside !== null) return refused(person, outside.text, outside.code)
    const outcome = await creating.act({
      body: { id, user, language: chooseLanguage(i18n.locale), ...(request === undefined ? {} : { request }) },
    })
    if (outcome.kind !== 'ok')
      return refused(person, failureText(outcome, t`The user could not be created.`), toProblem(outcome).code)
    const created = t`The user was created`
    // Whether an e-mail was sent. Single sign-on users get none, and no e-mail is sent if the link is shown instead.
    const isInvited = request === undefined && outcome.value.link === undefined
    const { email } = person
    const invited = t`An e-mail with a link to choose a password is sent to ${email}.`
    notify({ tone: 'received', text: isInvited ? `${created}. ${invited}` : created })
    onDone(outcome.value.link)
  }

  return { busy: verifying.busy || creating.busy, failure, faults, areasField, dialog: creating.dialog, create }
}
